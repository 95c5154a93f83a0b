import { describe, expect, test } from 'vitest';
import type { LegalChoices, Payment } from '../../protocol';
import { claimable, claimPayments, everyWay, question } from './payments';

const pay = (color: Payment['color'], wilds: number): Payment => ({ color, wilds });

describe('question', () => {
  test('one sensible payment is taken without asking', () => {
    const payments = [pay('red', 0), pay('red', 1), pay('red', 2), pay(null, 3)];
    expect(question(payments, 0)).toEqual({ kind: 'answer', payment: pay('red', 0) });
  });

  test('wilds are never spent unasked', () => {
    const payments = [pay('red', 1), pay('red', 2)];
    expect(question(payments, 0)).toEqual({ kind: 'ask', first: [pay('red', 1)], more: [pay('red', 2)] });
  });

  test('the wilds of a ferry are no question', () => {
    expect(question([pay('blue', 1), pay('blue', 2)], 1)).toEqual({ kind: 'answer', payment: pay('blue', 1) });
  });

  test('several colours are asked about, those without wilds first', () => {
    const payments = [pay('red', 0), pay('red', 1), pay('blue', 0), pay('green', 1)];
    expect(question(payments, 0)).toEqual({
      kind: 'ask',
      first: [pay('red', 0), pay('blue', 0)],
      more: [pay('red', 1), pay('green', 1)],
    });
  });

  test('a picked colour answers the question', () => {
    const payments = [pay('red', 0), pay('blue', 0)];
    expect(question(payments, 0, 'blue')).toEqual({ kind: 'answer', payment: pay('blue', 0) });
  });

  test('a picked colour that can not pay changes nothing', () => {
    expect(question([pay('red', 0)], 0, 'blue')).toEqual({ kind: 'answer', payment: pay('red', 0) });
  });

  test('wilds that were picked are still shown before they are spent', () => {
    expect(question([pay('red', 0), pay(null, 2)], 0, 'wild')).toEqual({
      kind: 'ask',
      first: [pay(null, 2)],
      more: [pay('red', 0)],
    });
  });

  test('nothing to pay with is no question', () => {
    expect(question([], 0)).toBeNull();
    expect(everyWay([])).toBeNull();
  });
});

describe('legal claims', () => {
  const legal: LegalChoices = {
    claims: [
      { routes: [1, 2], payments: [pay('red', 0)] },
      { routes: [2, 5], payments: [pay('blue', 1), pay(null, 3)] },
    ],
  };

  test('a route has the payments of every group it is in', () => {
    expect(claimPayments(legal, 2)).toEqual([pay('red', 0), pay('blue', 1), pay(null, 3)]);
    expect(claimPayments(legal, 9)).toEqual([]);
  });

  test('routes that can be claimed, in all and by a colour', () => {
    expect(claimable(legal)).toEqual(new Set([1, 2, 5]));
    expect(claimable(legal, 'red')).toEqual(new Set([1, 2]));
    expect(claimable(legal, 'wild')).toEqual(new Set([2, 5]));
    expect(claimable({})).toEqual(new Set());
  });
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mistakes, SHIPPED, TOOLS, type Locked } from './licences.ts';

test('every package that is installed has a licence we can use', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  expect(Object.keys(packages).length).toBeGreaterThan(20);
  expect(mistakes(packages, TOOLS)).toEqual([]);
});

test('a licence that is not on the list, none at all, or a strange source is told', () => {
  const packages: Record<string, Locked> = {
    '': {},
    'node_modules/good': { license: 'MIT', resolved: 'https://registry.example/good.tgz' },
    'node_modules/strict': { license: 'GPL-3.0-only' },
    'node_modules/tool': { license: 'MPL-2.0' },
    'node_modules/silent': {},
    'node_modules/fork': { license: 'MIT', resolved: 'git+ssh://git@example.org/fork.git' },
  };
  expect(mistakes(packages, SHIPPED)).toEqual([
    'node_modules/strict has the licence GPL-3.0-only',
    'node_modules/tool has the licence MPL-2.0',
    'node_modules/silent names no licence',
    'node_modules/fork comes from git+ssh://git@example.org/fork.git, not from the registry',
  ]);
});

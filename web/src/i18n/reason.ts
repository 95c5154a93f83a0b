//! Why a request failed, in the person's language.

import { language, t } from './index.svelte';
import type { RefusalCode } from '../protocol';
import { Refused } from '../net/api';

export function codeWords(code: RefusalCode, words: string): string {
  switch (code) {
    case 'not_found':
      return t('code.not_found');
    case 'taken':
      return t('code.taken');
    case 'name_taken':
      return t('code.name_taken');
    case 'not_host':
      return t('code.not_host');
    case 'not_your_seat':
      return t('code.not_your_seat');
    case 'too_many':
    case 'too_slow':
      return t('code.too_many');
    case 'stopping':
      return t('code.stopping');
    case 'save_unknown':
      return t('code.save_unknown');
    case 'not_saved':
      return t('code.not_saved');
    case 'internal':
      return t('code.internal');
    case 'not_a_record':
      return t('code.not_a_record');
    case 'record_version':
      return t('code.record_version');
    case 'record_map':
      return t('code.record_map');
    case 'broken_record':
      return t('code.broken_record');
    case 'stale':
      return t('refuse.stale');
    case 'cannot_undo':
      return t('refuse.undo');
    case 'sealed':
      return t('code.sealed');
    case 'rule':
    case 'wrong_status':
    case 'not_allowed':
    case 'bad_request':
    case 'too_large':
    case 'other_origin':
      // The server says more exactly what is wrong, but in English.
      return language() === 'en' ? words : t(`code.${code}`);
  }
}

export function reason(error: unknown): string {
  if (error instanceof Refused) return codeWords(error.refusal.code, error.refusal.words);
  // What `fetch` throws when there is no answer at all.
  if (error instanceof TypeError) return t('code.network');
  return error instanceof Error ? error.message : String(error);
}

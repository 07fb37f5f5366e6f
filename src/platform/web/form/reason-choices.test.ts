import { describe, expect, test } from 'vitest';
import { type ListedReason, reasonText } from './reason-choices.ts';

const all: readonly ListedReason[] = [
  {
    code: 'damaged',
    name: 'تلف',
    isActive: true,
    requiresNote: false,
    uses: ['forPicking'],
    returnsTo: null,
  },
  { code: 'other', name: 'أخرى', isActive: true, requiresNote: true, uses: ['forPicking'], returnsTo: null },
];
const line = { reason: 'Damaged: two lids', reasonCode: 'damaged', reasonNote: 'two lids' };

describe('a reason in the current language', () => {
  test.each([
    [line, 'تلف: two lids'],
    ['damaged', 'تلف'],
    ['damaged: two lids', 'تلف: two lids'],
    ['other: the van', 'the van'],
    ['other', 'أخرى'],
    [{ reason: 'The van', reasonCode: 'other', reasonNote: 'The van' }, 'The van'],
    // From a server that stores text only.
    [{ reason: 'Late: van broke down' }, 'Late: van broke down'],
    ['out_of_stock', 'Out of stock'],
    [null, ''],
    [{ reason: null, reasonCode: null, reasonNote: null }, ''],
  ])('%j is %s', (reason, text) => {
    expect(reasonText(reason, all)).toBe(text);
  });

  test("is the server's text until the list is loaded", () => {
    expect(reasonText(line, [])).toBe('Damaged: two lids');
    expect(reasonText({ ...line, reason: null }, [])).toBe('damaged: two lids');
  });
});

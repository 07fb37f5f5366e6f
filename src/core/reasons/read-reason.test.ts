import { describe, expect, it, test } from 'vitest';
import { type ReasonOption, readReason } from './read-reason.ts';

const options: readonly ReasonOption[] = [
  { code: 'damaged', name: 'Damaged', names: ['Damaged', 'تلف', 'تالف'] },
  { code: 'expired', name: 'Expired', names: ['Expired', 'منتهي الصلاحية', 'Too short dated: expired'] },
  { code: 'staff meal', name: 'Staff meal', names: ['Staff meal'] },
  { code: 'other', name: 'Other', names: ['Other', 'أخرى'] },
];

describe('readReason', () => {
  test.each([
    ['damaged', 'damaged', null, 'Damaged'],
    ['damaged: two lids', 'damaged', 'two lids', 'Damaged: two lids'],
    ['Damaged', 'damaged', null, 'Damaged'],
    ['  DAMAGED ', 'damaged', null, '  DAMAGED '],
    ['تالف', 'damaged', null, 'تالف'],
    ['تَلَف', 'damaged', null, 'تَلَف'],
    ['Damaged: lid: open', 'damaged', 'lid: open', 'Damaged: lid: open'],
    ['Damaged:', 'damaged', null, 'Damaged:'],
    ['Too short dated: expired', 'expired', null, 'Too short dated: expired'],
    ['منتهي  الصلاحيه', 'expired', null, 'منتهي  الصلاحيه'],
    ['staff meal', 'staff meal', null, 'Staff meal'],
    ['other: the van broke down', 'other', 'the van broke down', 'the van broke down'],
    ['Other', 'other', null, 'Other'],
    ['The van broke down', 'other', 'The van broke down', 'The van broke down'],
    ['damaged lid', 'other', 'damaged lid', 'damaged lid'],
    [': damaged', 'other', ': damaged', ': damaged'],
    ['constructor', 'other', 'constructor', 'constructor'],
  ])('reads %j', (input, code, note, text) => {
    expect(readReason(input, options)).toEqual({ code, note, text });
  });

  it('gives the same result when its text is parsed again', () => {
    for (const text of ['damaged: two lids', 'other: the van broke down', 'expired', 'تالف: علبتان']) {
      const reason = readReason(text, options);
      expect(readReason(reason.text, options)).toMatchObject({ code: reason.code, note: reason.note });
    }
  });

  it('returns ‘other’ if no reasons are listed', () => {
    expect(readReason('damaged', [])).toEqual({ code: 'other', note: 'damaged', text: 'damaged' });
  });
});

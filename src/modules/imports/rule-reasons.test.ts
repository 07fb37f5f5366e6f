import { describe, expect, it } from 'vitest';
import { parseEnglishRefusal } from '#core/refusals/english.ts';
import { importKinds } from './kinds.ts';
import { readCell } from './read-cell.ts';

describe('the problem of an invalid value', () => {
  const invalidTexts = [
    '',
    '-1',
    '0',
    '1e9',
    '99999999999',
    '0.12345678',
    '1.5',
    'two words',
    'x'.repeat(2000),
    'not@',
    '31.02.2026',
    '2026-02-31',
    'Mon, Mon',
    'Mon=1; Mon=-1',
    'Mon 25:99',
    'Mon 16:00; Mon 17:00',
    '2026-01-01=1; 2026-01-01=2',
    'a; a',
    '40123450; 40123450',
    '[]',
    '{}',
    '[9]',
    'cost +5000%',
    '24:00',
    'abc',
  ];
  const columns = Object.values(importKinds).flatMap(({ kind, columns: kindColumns }) =>
    kindColumns.map((column) => [`${kind} ${column.key}`, column] as const),
  );

  it.each(columns)('%s has a known reason, or its own code', (_, column) => {
    for (const raw of invalidTexts) {
      const parsed = readCell(raw, column, { format: { decimal: 'point', dates: 'ymd' }, words: {} });
      if (!('problem' in parsed) || parsed.problem.code !== 'rule') continue;
      expect([raw, parsed.problem.message, parseEnglishRefusal(parsed.problem.message)?.reason]).toEqual([
        raw,
        parsed.problem.message,
        expect.any(String),
      ]);
    }
  });

  it('has a known reason for rules about several fields', () => {
    const rows: [string, Record<string, unknown>][] = [
      ['items', { _id: 'a', substitutes: ['a'] }],
      ['branch', { _id: 'a', supplyingKitchenId: 'a' }],
      ['branch', { _id: 'a', type: 'branch', supplyingKitchenId: null }],
      ['item-levels', { min: 5, par: 1, max: 0 }],
      ['item-levels', { min: 5, max: 9, weekdayPar: { 1: 20 } }],
      ['taxes', { validFrom: null, rates: [{ from: '2026-01-01', rate: 1 }] }],
      ['packagings', { contentsQty: 0 }],
    ];
    for (const [kind, row] of rows) {
      const messages = Object.values(importKinds[kind]?.resource?.check(row) ?? {});
      expect(messages.map((message) => parseEnglishRefusal(message)?.reason)).toEqual([expect.any(String)]);
    }
  });
});

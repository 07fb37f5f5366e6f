import { expect, test } from 'vitest';
import { foldText } from '#core/text.ts';
import { importKinds } from './kinds.ts';
import { readCell } from './read-cell.ts';

const column = importKinds['branch']?.columns.find(({ key }) => key === 'closedDays');
if (!column) throw new Error('Closed days can’t be imported');
const options = {
  format: { decimal: 'point', dates: 'dmy' },
  words: { [foldText('كل سنة')]: 'yearly' },
} as const;
const buildPeriod = (from: string, until = from, yearly = false, note: string | null = null) => ({
  from,
  until,
  yearly,
  note,
});

test.each([
  ['2026-12-25', [buildPeriod('2026-12-25')]],
  ['25/12/2026 yearly: Christmas', [buildPeriod('2026-12-25', '2026-12-25', true, 'Christmas')]],
  [
    '2026-12-24 – 2027-01-02; 1.5.2027 Yearly: Labour day: all of it;',
    [
      buildPeriod('2026-12-24', '2027-01-02'),
      buildPeriod('2027-05-01', '2027-05-01', true, 'Labour day: all of it'),
    ],
  ],
  [
    '2026-12-24 to 2026-12-26\n2027-01-01',
    [buildPeriod('2026-12-24', '2026-12-26'), buildPeriod('2027-01-01')],
  ],
  [
    '2026-09-23 كل سنة: اليوم الوطني؛ 2026-12-25',
    [buildPeriod('2026-09-23', '2026-09-23', true, 'اليوم الوطني'), buildPeriod('2026-12-25')],
  ],
  ['[{"from":"2026-12-25","until":"2026-12-25","yearly":false,"note":null}]', [buildPeriod('2026-12-25')]],
])('parses %s', (text, expected) => {
  expect(readCell(text, column, options)).toEqual({ value: expected });
});

test.each([
  'Christmas',
  '2026-12-25 monthly',
  '2026-13-25',
  '2026-12-25 - 2026-12-24',
  '2026-12-25; and more',
])('rejects %s', (text) => {
  expect(readCell(text, column, options)).toMatchObject({
    problem: { code: expect.stringMatching(/^(rule|not-readable)$/), reason: expect.any(String) },
  });
});

test('a note that contains the separator is read back unchanged', () => {
  const value = [buildPeriod('2026-12-25', '2026-12-25', false, 'Quiet; closed')];
  const cell = column.codec?.write(value, { weekday: String, word: (key) => key }) ?? '';
  expect(readCell(cell, column, options)).toEqual({ value });
});

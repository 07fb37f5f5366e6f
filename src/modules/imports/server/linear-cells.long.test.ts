import { describe, expect, it } from 'vitest';
import { removeFormulaGuards } from '#core/formula-guard.ts';
import { foldText } from '#core/text.ts';
import { createHostileTexts, findSuperlinearText } from '#app/server/testing/time-growth.ts';
import { parseRatio } from '#core/ratio-text.ts';
import { cellCodecs, readCodedCell, readWeekdays } from '../cell-codecs.ts';
import { importKinds, type ImportColumn } from '../kinds.ts';
import { readCell } from '../read-cell.ts';
import { readConversions } from '../read-conversions.ts';
import { readDate } from '#core/read-scalars.ts';
import { readNumber } from '#core/number-text.ts';
import { parseEnglishRefusal } from '#core/refusals/english.ts';
import type { ImportFormat } from '#core/file-format.ts';

const formats: ImportFormat[] = [
  { decimal: 'point', dates: 'ymd' },
  { decimal: 'comma', dates: 'dmy' },
];
const words = { [foldText('Kosten')]: 'cost' };

/** One column of each field kind and each structured value, derived from the definitions. */
const columns = new Map<string, ImportColumn>();
for (const { kind, columns: kindColumns } of Object.values(importKinds))
  for (const column of kindColumns) {
    const name = column.codec ? `${kind}.${column.key}` : column.field.kind;
    columns.set(name, columns.get(name) ?? column);
  }

const texts = createHostileTexts();

describe('a cell is parsed in linear time, whatever it contains', () => {
  it.each([...columns])('%s', (_, column) => {
    const slow = formats.map((format) =>
      findSuperlinearText((text) => readCell(text, column, { format, words }), texts),
    );
    expect(slow).toEqual([null, null]);
  });

  it.each(Object.entries(cellCodecs))('%s, of any length', (_, codec) => {
    const slow = formats.map((format) =>
      findSuperlinearText((text) => readCodedCell(text, codec, { format, words }), texts),
    );
    expect(slow).toEqual([null, null]);
  });

  it.each([
    ['a number', (text: string) => formats.map(({ decimal }) => readNumber(text, decimal))],
    ['a date', (text: string) => formats.map(({ dates }) => readDate(text, dates))],
    ['a ratio', (text: string) => parseRatio(text)],
    ['weekdays', readWeekdays],
    ['conversions', (text: string) => readConversions([text])],
    ['folded text', foldText],
    ['text with a formula guard', (text: string) => removeFormulaGuards(`${text}'`)],
    ['a refusal', parseEnglishRefusal],
    ['a refusal with a name', (text: string) => parseEnglishRefusal(`The pack ${text} holds ${text}.`)],
  ] as const)('%s', (_, work) => {
    expect(findSuperlinearText(work, texts)).toBeNull();
  });
});

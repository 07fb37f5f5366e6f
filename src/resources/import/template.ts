import type { ImportColumn, ImportKind } from '#contract/imports/kinds.ts';
import { saveRows } from '#src/components/data-table/save-rows.ts';
import type { CsvCell } from '#src/lib/format/csv.ts';
import type { ImportTexts } from './column-words.ts';

interface Words {
  t: ImportTexts;
  wordOf(column: ImportColumn): string;
  choicesOf(column: ImportColumn): Readonly<Record<string, string>>;
}

/** One value that each kind of field takes. */
const examples: Partial<Record<ImportColumn['field']['kind'], CsvCell>> = {
  integer: 1,
  quantity: 12.5,
  money: 9.95,
  percent: 20,
  date: '2026-11-21',
  timezone: 'Europe/London',
  email: 'name@example.com',
  phone: '+44 20 7946 0000',
};

/** Better ones, by key. */
const ofKey: Readonly<Record<string, CsvCell>> = {
  itemCode: 'RICE-5',
  code: 'A1',
  symbol: 'kg',
  baseUnit: 'kg',
  unit: 'kg',
  'pack.unit': 'kg',
  orderUnit: 'case',
  perOrderUnit: 12,
  'pack.name': 'Sack 25 kg',
  'pack.contentsQty': 25,
  'pack.barcode': '5000000000000',
  barcode: '5000000000000',
  factorNum: 1000,
  factorDen: 1,
  decimals: 3,
};

/** The head and an example row of a collection's template: what may be left out is empty in the example. */
export function templateOf(kind: ImportKind, { t, wordOf, choicesOf }: Words): CsvCell[][] {
  const columns = kind.columns.filter(({ isUsual }) => isUsual);
  const example = columns.map((column): CsvCell => {
    const { key, field } = column;
    const [first] = field.options;
    if (first !== undefined) return choicesOf(column)[first] ?? first;
    if (field.kind === 'boolean') return t.template.yesNo;
    return (
      ofKey[key] ??
      examples[field.kind] ??
      (field.kind.startsWith('reference') ? t.template.reference : wordOf(column))
    );
  });
  return [columns.map(wordOf), example];
}

/** What each column takes, in a sentence: for the screen, beside the template. */
export function explanationOf(column: ImportColumn, { t, choicesOf }: Words): string {
  const { field, isNeeded } = column;
  const words = field.options.map((option) => choicesOf(column)[option] ?? option);
  const takes =
    words.length > 0
      ? t.template.oneOf(words.join(', '))
      : field.kind === 'boolean'
        ? t.template.yesNo
        : field.kind.startsWith('reference')
          ? t.template.reference
          : '';
  return [isNeeded ? t.template.needed : t.template.optional, takes].filter(Boolean).join(', ');
}

export function saveTemplate(type: 'csv' | 'xlsx', kind: ImportKind, words: Words): Promise<string> {
  return saveRows(type, `${kind.kind}-template`, templateOf(kind, words));
}

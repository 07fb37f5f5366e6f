import type { ImportColumn, ImportKind } from '#contract/imports/kinds.ts';
import type { CsvCell } from '#src/lib/format/csv.ts';
import type { ColumnWords } from './column-words.ts';

/** One value that each kind of field takes. */
const ofKind: Partial<Record<ImportColumn['field']['kind'], CsvCell>> = {
  integer: 1,
  quantity: 12.5,
  money: 9.95,
  percent: 20,
  date: '2026-11-21',
  timezone: 'Europe/London',
  email: 'name@example.com',
  phone: '+44 20 7946 0000',
  picture: null,
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

/** Best ones, where a key means something else in one collection. */
const ofCollection: Readonly<Record<string, CsvCell>> = {
  'currencies.code': 'EUR',
  'currencies.symbol': '€',
};

/** What a cell of a column may look like. */
export function exampleOf(
  { kind }: ImportKind,
  column: ImportColumn,
  { t, wordOf, choicesOf, inCell, yes }: ColumnWords,
): CsvCell {
  const { key, field, codec } = column;
  if (codec) return codec.write(codec.sample, inCell);
  const [first] = field.options;
  if (first !== undefined) return choicesOf(column)[first] ?? first;
  if (field.kind === 'boolean') return yes;
  const known = ofCollection[`${kind}.${key}`] ?? ofKey[key] ?? ofKind[field.kind];
  if (known !== undefined) return known;
  return field.kind.startsWith('reference') ? t.template.reference : wordOf(column);
}

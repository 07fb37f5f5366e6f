import type { FieldDefinition } from '#platform/collections/fields.ts';
import { type CollectionKey, type Definition, getDefinition } from '../collections.ts';
import { readBoolean, type JsonRecord, readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import { type TranslationOf, useMessages } from '#platform/web/i18n/messages.ts';
import type { CsvCell } from '#core/csv.ts';
import { missingValue, formatCount, formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { type CurrencyCode, formatPrice } from '#platform/web/format/money.ts';
import { formatList } from '#platform/web/format/list.ts';
import { resourceListMessages } from './list-messages.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';
import { getScreen } from './screens.ts';
import { type ReferenceNames, useNames } from './references/use-names.ts';
import type { Collection } from '#core/permissions.ts';
import { useRowCurrency } from './references/row-currency.ts';

/** Context for formatting values. */
export interface ValueContext {
  texts: AnyResourceTexts;
  names: ReferenceNames;
  t: TranslationOf<typeof resourceListMessages>;
  /** Returns the currency of a row's amounts. */
  currencyOf(values: JsonRecord): CurrencyCode;
}

type Reader = (value: unknown, field: FieldDefinition, name: string, context: ValueContext) => CsvCell;

const asText: Reader = (value) => readText(value);
const asNumber: Reader = (value) => readNumberValue(value);

/** Export values by field kind: numbers stay numbers, references and choices are text. Null is empty. */
const readers: Record<FieldDefinition['kind'], Reader> = {
  text: asText,
  longText: asText,
  code: asText,
  email: asText,
  phone: asText,
  timezone: asText,
  date: asText,
  integer: asNumber,
  quantity: asNumber,
  money: asNumber,
  price: asNumber,
  percent: asNumber,
  boolean: (value, _field, _name, { t }) =>
    value === undefined || value === null ? null : readBoolean(value) ? t.yes : t.no,
  // A choice unknown to this version is shown as received.
  choice: (value, _field, name, { texts }) => texts.choices[name]?.[String(value)] ?? readText(value),
  reference: (value, { refersTo }, _name, { names }) =>
    value === null || value === undefined || !refersTo ? null : names.getName(refersTo, value),
  references: (value, { refersTo }, _name, { names }) =>
    Array.isArray(value) && refersTo && value.length > 0
      ? formatList(value.map((id: unknown) => names.getName(refersTo, id)))
      : null,
  // A file cannot contain the picture, and its id is meaningless.
  picture: (value, _field, _name, { t }) => (readText(value) === null ? null : t.yes),
  json: (value) =>
    value === null || value === undefined ? null : (readText(value) ?? JSON.stringify(value)),
};

/** Returns the export value of a field. */
export function getFieldCell(
  resource: Definition,
  name: string,
  values: JsonRecord,
  context: ValueContext,
): CsvCell {
  const field = resource.allFields[name];
  if (!field) return null;
  const value = values[name];
  const formatter = getScreen(resource.collection).formatters?.[name];
  return formatter ? formatter(value, context.t) : readers[field.kind](value, field, name, context);
}

const displayReaders: Partial<Record<FieldDefinition['kind'], (cell: CsvCell) => string>> = {
  integer: (cell) => formatCount(readNumberValue(cell)),
  quantity: (cell) => formatQuantity(readNumberValue(cell)),
  percent: (cell) => formatQuantity(readNumberValue(cell)),
  date: (cell) => formatDate(readText(cell)),
};

/** Returns the display text of a field; a dash without a value. */
export function getFieldText(
  resource: Definition,
  name: string,
  values: JsonRecord,
  context: ValueContext,
): string {
  const cell = getFieldCell(resource, name, values, context);
  if (cell === null || cell === '') return missingValue;
  const kind = resource.allFields[name]?.kind ?? 'text';
  if (kind === 'money' || kind === 'price')
    return formatPrice(readNumberValue(cell), context.currencyOf(values));
  return displayReaders[kind]?.(cell) ?? String(cell);
}

const numericKinds: ReadonlySet<FieldDefinition['kind']> = new Set([
  'integer',
  'quantity',
  'money',
  'price',
  'percent',
]);

/** Returns whether the values of a field are right-aligned numbers. */
export function isNumericField({ kind }: FieldDefinition): boolean {
  return numericKinds.has(kind);
}

/** Returns the context for formatting these fields: referenced names and currencies. */
export function useValueContext(name: CollectionKey, fields: readonly string[]): ValueContext {
  const resource = getDefinition(name);
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  return {
    texts,
    t: useMessages(resourceListMessages),
    names: useNames(listReferencedCollections(resource, fields)),
    currencyOf: useRowCurrency(resource, fields),
  };
}

/** Returns the collections that these fields refer to. */
export function listReferencedCollections(
  { allFields }: Definition,
  fields: readonly string[],
): Collection[] {
  return fields.flatMap((name) => allFields[name]?.refersTo ?? []);
}

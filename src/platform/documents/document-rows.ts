import {
  type Shape,
  type FieldSpec,
  isNullable,
  isSparse,
  type FieldKind,
  getFieldKind,
  type KindOf,
  type NullOf,
  isComputed,
  type Structure,
  type ValueOf,
  type Wire,
} from '#platform/shapes/shape.ts';
import { type StorageType, storageTypes } from '#platform/shapes/storage.ts';

/** Column types by field kind. Quantities and prices are in millionths, amounts in ten-thousandths, lists in JSON. */
interface ColumnTypes {
  text: string;
  label: string;
  name: string;
  texts: string;
  id: string;
  key: string;
  line: string;
  moment: string;
  day: string;
  integer: number;
  factor: number;
  number: number;
  quantity: number;
  money: number;
  price: number;
  cost: number;
  unitCost: number;
  flag: 0 | 1;
  scalar: string;
  values: string;
  json: string;
}

const storageByKind: Readonly<Record<FieldKind, StorageType>> = {
  text: 'text',
  label: 'text',
  name: 'text',
  texts: 'json',
  id: 'text',
  key: 'text',
  line: 'text',
  moment: 'text',
  day: 'text',
  integer: 'integer',
  factor: 'integer',
  number: 'integer',
  quantity: 'micro',
  money: 'e4',
  price: 'micro',
  cost: 'e4',
  unitCost: 'micro',
  flag: 'boolean',
  scalar: 'text',
  values: 'json',
  json: 'json',
};

type ComputedSpec = `computed ${string}` | Structure<unknown, 'computed'>;

type ComputedKey<F extends Shape> = {
  [K in keyof F]: F[K] extends ComputedSpec ? K : never;
}[keyof F];

type ColumnName<K extends string, S extends FieldSpec> = S extends ComputedSpec
  ? never
  : KindOf<S> extends 'quantity' | 'price' | 'unitCost'
    ? `${K}Micro`
    : KindOf<S> extends 'money' | 'cost'
      ? `${K}E4`
      : K;

/** Row type of a shape: the columns of its fields. */
export type DocumentRow<F extends Shape> = {
  -readonly [K in keyof F & string as ColumnName<K, F[K]>]:
    | ColumnTypes[KindOf<F[K]> & FieldKind]
    | NullOf<F[K]>;
};

/** The nullable columns, all null. */
export type EmptyDocumentRow<F extends Shape> = {
  -readonly [K in keyof F & string as F[K] extends `${string}?` ? ColumnName<K, F[K]> : never]: null;
};

/** Functions that compute each computed field from a row. */
export type Computed<F extends Shape, Row> = {
  [K in ComputedKey<F>]: (row: Row) => ValueOf<F[K]>;
};

/**
 * Returns the column of a field and its storage type: `orderQty` is stored as `orderQtyMicro`. Null for a
 * computed field.
 */
export function getDocumentColumn(
  name: string,
  spec: FieldSpec,
): { column: string; storage: StorageType } | null {
  if (isComputed(spec)) return null;
  const storage = storageByKind[getFieldKind(spec)];
  return { column: name + storageTypes[storage].suffix, storage };
}

/** A field with its column. */
interface Field {
  name: string;
  stored: ReturnType<typeof getDocumentColumn>;
  isNullable: boolean;
  isSparse: boolean;
}

const fieldCache = new WeakMap<Shape, readonly Field[]>();

/** Returns parsed field specifications, cached because thousands of documents are written. */
function getFields(list: Shape): readonly Field[] {
  const cachedFields = fieldCache.get(list);
  if (cachedFields) return cachedFields;
  const fields = Object.entries(list).map(([name, spec]) => ({
    name,
    stored: getDocumentColumn(name, spec),
    isNullable: isNullable(spec),
    isSparse: isSparse(spec),
  }));
  fieldCache.set(list, fields);
  return fields;
}

/** Converts a row to its JSON format; `computed` supplies the fields without a column. */
export function toWire<F extends Shape, Row extends DocumentRow<F>>(
  fields: F,
  row: Row,
  computed: Computed<F, Row>,
): Wire<F> {
  const wire: Record<string, unknown> = {};
  for (const { name, stored, isSparse: isSparseField } of getFields(fields)) {
    if (stored === null) {
      wire[name] = (computed as Record<string, (row: Row) => unknown>)[name]?.(row);
      continue;
    }
    const value = (row as Record<string, unknown>)[stored.column] ?? null;
    if (value === null && isSparseField) continue;
    wire[name] = value === null ? null : storageTypes[stored.storage].toWire(value as never);
  }
  return wire as Wire<F>;
}

/**
 * Converts the given fields to columns; computed fields have none. Throws QuantityError for values that a
 * column can't store.
 */
export function toRow<F extends Shape, Values extends { [K in keyof F]?: unknown }>(
  fields: F,
  values: Values,
): Pick<DocumentRow<F>, keyof DocumentRow<F> & ColumnsOf<F, Values>> {
  const row: Record<string, unknown> = {};
  for (const { name, stored } of getFields(fields)) {
    const value = (values as Record<string, unknown>)[name];
    if (value === undefined || stored === null) continue;
    row[stored.column] = value === null ? null : storageTypes[stored.storage].toRow(value as never);
  }
  return row as Pick<DocumentRow<F>, keyof DocumentRow<F> & ColumnsOf<F, Values>>;
}

type ColumnsOf<F extends Shape, Values> = {
  [K in keyof F & keyof Values & string]: ColumnName<K, F[K]>;
}[keyof F & keyof Values & string];

/** Returns a new row with null in every nullable column. */
export function buildEmptyRow<F extends Shape>(fields: F): EmptyDocumentRow<F> {
  const row: Record<string, null> = {};
  for (const { stored, isNullable: isNullableField } of getFields(fields))
    if (stored && isNullableField) row[stored.column] = null;
  return row as EmptyDocumentRow<F>;
}

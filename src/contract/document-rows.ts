import {
  type DocumentFields,
  type FieldSpec,
  isNullable,
  isSparse,
  type DocumentFieldKind,
  documentFieldKind,
  type KindOf,
  type NullOf,
  type WireTypes,
  type WireOf,
} from './document-fields.ts';
import { type StorageType, storageTypes } from './storage.ts';

/** Column type: millionths, ten-thousandths, 0 or 1, JSON text. */
interface Keeps {
  text: string;
  id: string;
  moment: string;
  integer: number;
  quantity: number;
  money: number;
  price: number;
  cost: number;
  unitCost: number;
  flag: 0 | 1;
  json: string;
}

const storedAs: Readonly<Record<DocumentFieldKind, StorageType>> = {
  text: 'text',
  id: 'text',
  moment: 'text',
  integer: 'integer',
  quantity: 'micro',
  money: 'e4',
  price: 'micro',
  cost: 'e4',
  unitCost: 'micro',
  flag: 'boolean',
  json: 'json',
};

type ComputedKey<F extends DocumentFields> = {
  [K in keyof F]: F[K] extends `computed ${string}` ? K : never;
}[keyof F];

type ColumnName<K extends string, S extends FieldSpec> = S extends `computed ${string}`
  ? never
  : KindOf<S> extends 'quantity' | 'price' | 'unitCost'
    ? `${K}Micro`
    : KindOf<S> extends 'money' | 'cost'
      ? `${K}E4`
      : K;

/** The columns of the fields. */
export type DocumentRow<F extends DocumentFields> = {
  -readonly [K in keyof F & string as ColumnName<K, F[K]>]: Keeps[KindOf<F[K]>] | NullOf<F[K]>;
};

/** The nullable columns, all null. */
export type EmptyDocumentRow<F extends DocumentFields> = {
  -readonly [K in keyof F & string as F[K] extends `${string}?` ? ColumnName<K, F[K]> : never]: null;
};

/** Functions that compute each computed field from a row. */
export type Computed<F extends DocumentFields, Row> = {
  [K in ComputedKey<F>]: (row: Row) => WireTypes[KindOf<F[K]>] | NullOf<F[K]>;
};

const isComputed = (spec: FieldSpec): boolean => spec.startsWith('computed ');

/**
 * Returns the column of a field and its storage type: `orderQty` is stored as `orderQtyMicro`. Null for a
 * computed field.
 */
export function documentColumn(
  name: string,
  spec: FieldSpec,
): { column: string; storage: StorageType } | null {
  if (isComputed(spec)) return null;
  const storage = storedAs[documentFieldKind(spec)];
  return { column: name + storageTypes[storage].ending, storage };
}

/** A field with its column. */
interface Field {
  name: string;
  at: ReturnType<typeof documentColumn>;
  isNullable: boolean;
  isSparse: boolean;
}

const known = new WeakMap<DocumentFields, readonly Field[]>();

/** Parsed field specifications, cached because documents are written by the thousand. */
function fieldsOf(list: DocumentFields): readonly Field[] {
  const found = known.get(list);
  if (found) return found;
  const fields = Object.entries(list).map(([name, spec]) => ({
    name,
    at: documentColumn(name, spec),
    isNullable: isNullable(spec),
    isSparse: isSparse(spec),
  }));
  known.set(list, fields);
  return fields;
}

/** Converts a row to its wire format; `computed` supplies the fields without a column. */
export function wireOf<F extends DocumentFields, Row extends DocumentRow<F>>(
  fields: F,
  row: Row,
  computed: Computed<F, Row>,
): WireOf<F> {
  const wire: Record<string, unknown> = {};
  for (const { name, at, isSparse: mayLack } of fieldsOf(fields)) {
    if (at === null) {
      wire[name] = (computed as Record<string, (row: Row) => unknown>)[name]?.(row);
      continue;
    }
    const stored = (row as Record<string, unknown>)[at.column] ?? null;
    if (stored === null && mayLack) continue;
    wire[name] = stored === null ? null : storageTypes[at.storage].toWire(stored as never);
  }
  return wire as WireOf<F>;
}

/**
 * Converts the given fields to columns; computed fields have none. Throws QuantityError for values that a
 * column can't store.
 */
export function rowOf<F extends DocumentFields, Given extends { [K in keyof F]?: unknown }>(
  fields: F,
  given: Given,
): Pick<DocumentRow<F>, keyof DocumentRow<F> & ColumnsOf<F, Given>> {
  const row: Record<string, unknown> = {};
  for (const { name, at } of fieldsOf(fields)) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined || at === null) continue;
    row[at.column] = value === null ? null : storageTypes[at.storage].toRow(value as never);
  }
  return row as Pick<DocumentRow<F>, keyof DocumentRow<F> & ColumnsOf<F, Given>>;
}

type ColumnsOf<F extends DocumentFields, Given> = {
  [K in keyof F & keyof Given & string]: ColumnName<K, F[K]>;
}[keyof F & keyof Given & string];

/** Returns a new row with null in every nullable column. */
export function emptyRow<F extends DocumentFields>(fields: F): EmptyDocumentRow<F> {
  const blank: Record<string, null> = {};
  for (const { at, isNullable: mayBeNull } of fieldsOf(fields)) if (at && mayBeNull) blank[at.column] = null;
  return blank as EmptyDocumentRow<F>;
}

import { type Storage, storages } from './storage.ts';
import { boolean, instant, type JsonRecord, number, reference, text } from './tolerant.ts';

/** What a field travels as. `moment` is ISO 8601, `id` names another row, a quantity is in the unit beside it. */
interface Travels {
  text: string;
  id: string;
  moment: string;
  integer: number;
  quantity: number;
  money: number;
  flag: boolean;
  json: unknown;
}

/** What a column keeps it as: millionths, ten-thousandths, 0 or 1, JSON text. */
interface Keeps {
  text: string;
  id: string;
  moment: string;
  integer: number;
  quantity: number;
  money: number;
  flag: 0 | 1;
  json: string;
}

type Kind = keyof Travels;
type Empty<K extends Kind> = K | `${K}?`;

/**
 * One field of a document or of a line: its kind, `?` behind it where it may be null (not known, not set), `computed`
 * before it where no column of its name keeps it as it travels: it is worked out, or read elsewhere. `sparse` before it
 * where it does not travel at all as long as it is null.
 */
export type FieldSpec = Empty<Kind> | `computed ${Empty<Kind>}` | `sparse ${Kind}?`;

/**
 * The fields of a document, or of its lines, in the order in which they travel. What goes over the wire, the columns, the
 * JSON that the database builds and the tolerant reader follow from it.
 */
export type DocumentFields = Readonly<Record<string, FieldSpec>>;

type Bare<S extends FieldSpec> = S extends `computed ${infer Rest}` | `sparse ${infer Rest}` ? Rest : S;
export type KindOf<S extends FieldSpec> = Bare<S> extends `${infer K}?` ? K & Kind : Bare<S> & Kind;
type NullOf<S extends FieldSpec> = S extends `${string}?` ? null : never;

/** A document, or a line, as it travels. */
export type WireOf<F extends DocumentFields> = {
  -readonly [K in keyof F as F[K] extends `sparse ${string}` ? never : K]:
    | Travels[KindOf<F[K]>]
    | NullOf<F[K]>;
} & {
  -readonly [K in keyof F as F[K] extends `sparse ${string}` ? K : never]?: Travels[KindOf<F[K]>];
};

type ComputedKey<F extends DocumentFields> = {
  [K in keyof F]: F[K] extends `computed ${string}` ? K : never;
}[keyof F];

type ColumnName<K extends string, S extends FieldSpec> = S extends `computed ${string}`
  ? never
  : KindOf<S> extends 'quantity'
    ? `${K}Micro`
    : KindOf<S> extends 'money'
      ? `${K}E4`
      : K;

/** The columns that keep the fields. */
export type RowOf<F extends DocumentFields> = {
  -readonly [K in keyof F & string as ColumnName<K, F[K]>]: Keeps[KindOf<F[K]>] | NullOf<F[K]>;
};

/** The columns that may be null, all of them null. */
export type BlankOf<F extends DocumentFields> = {
  -readonly [K in keyof F & string as F[K] extends `${string}?` ? ColumnName<K, F[K]> : never]: null;
};

/** How each computed field is worked out of a row. */
export type Computed<F extends DocumentFields, Row> = {
  [K in ComputedKey<F>]: (row: Row) => Travels[KindOf<F[K]>] | NullOf<F[K]>;
};

interface KindFacts {
  storage: Storage;
  /** Reads what any reasonable server sends; null for what it is not. */
  read(value: unknown): unknown;
  /** What stands for a value that a server does not tell, where null may not. */
  missing: unknown;
}

const kinds: Readonly<Record<Kind, KindFacts>> = {
  text: { storage: 'text', read: text, missing: '' },
  id: { storage: 'text', read: (value) => reference(value)?.id ?? null, missing: '' },
  moment: { storage: 'text', read: instant, missing: '' },
  integer: { storage: 'integer', read: number, missing: 0 },
  quantity: { storage: 'micro', read: quantityOf, missing: 0 },
  money: { storage: 'e4', read: number, missing: 0 },
  flag: { storage: 'boolean', read: (value) => boolean(value), missing: false },
  json: { storage: 'json', read: (value) => value ?? null, missing: null },
};

/** A quantity as the rules can hold it: six decimals at most; null where there is none. */
export function quantityOf(value: unknown): number | null {
  const read = number(value);
  return read === null ? null : Math.round(read * 1e6) / 1e6;
}

/** The kind of a field, whether or not it may be null or is computed. */
export const kindOf = (spec: FieldSpec): Kind =>
  spec.replace(/^(computed|sparse) /, '').replace('?', '') as Kind;
export const isNullable = (spec: FieldSpec): boolean => spec.endsWith('?');
const isComputed = (spec: FieldSpec): boolean => spec.startsWith('computed ');
/** Whether a field is left out of what travels while it is null. */
export const isSparse = (spec: FieldSpec): boolean => spec.startsWith('sparse ');

/** The column that keeps a field, and how: `orderQty` is `orderQtyMicro`. Null for a computed field. */
export function columnOf(name: string, spec: FieldSpec): { column: string; storage: Storage } | null {
  if (isComputed(spec)) return null;
  const { storage } = kinds[kindOf(spec)];
  return { column: name + storages[storage].ending, storage };
}

/** A field by everything that its list says of it. */
interface Field {
  name: string;
  at: ReturnType<typeof columnOf>;
  isNullable: boolean;
  isSparse: boolean;
  facts: KindFacts;
}

const known = new WeakMap<DocumentFields, readonly Field[]>();

/** The fields of a list, looked through once: documents are read and written by the thousand. */
function fieldsOf(list: DocumentFields): readonly Field[] {
  const found = known.get(list);
  if (found) return found;
  const fields = Object.entries(list).map(([name, spec]) => ({
    name,
    at: columnOf(name, spec),
    isNullable: isNullable(spec),
    isSparse: isSparse(spec),
    facts: kinds[kindOf(spec)],
  }));
  known.set(list, fields);
  return fields;
}

/** A row as it travels. `computed` works out what no column keeps as it travels. */
export function wireOf<F extends DocumentFields, Row extends RowOf<F>>(
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
    const kept = (row as Record<string, unknown>)[at.column] ?? null;
    if (kept === null && mayLack) continue;
    wire[name] = kept === null ? null : storages[at.storage].toWire(kept as never);
  }
  return wire as WireOf<F>;
}

/** The columns for the fields that are given; computed ones have none. Throws QuantityError for what a column cannot hold. */
export function rowOf<F extends DocumentFields, Given extends { [K in keyof F]?: unknown }>(
  fields: F,
  given: Given,
): Pick<RowOf<F>, keyof RowOf<F> & ColumnsOf<F, Given>> {
  const row: Record<string, unknown> = {};
  for (const { name, at } of fieldsOf(fields)) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined || at === null) continue;
    row[at.column] = value === null ? null : storages[at.storage].toRow(value as never);
  }
  return row as Pick<RowOf<F>, keyof RowOf<F> & ColumnsOf<F, Given>>;
}

type ColumnsOf<F extends DocumentFields, Given> = {
  [K in keyof F & keyof Given & string]: ColumnName<K, F[K]>;
}[keyof F & keyof Given & string];

/** A new row in which nothing is said yet: null in every column that may be null. */
export function blankOf<F extends DocumentFields>(fields: F): BlankOf<F> {
  const blank: Record<string, null> = {};
  for (const { at, isNullable: mayBeNull } of fieldsOf(fields)) if (at && mayBeNull) blank[at.column] = null;
  return blank as BlankOf<F>;
}

/**
 * Reads a document or a line as any server may send it: what is missing is read as nothing known, so that one of a
 * server that tells less is still one. `special` are the fields that are found in ways of their own.
 */
export function readFields<F extends DocumentFields, Special extends { [K in keyof F]?: unknown }>(
  fields: F,
  row: JsonRecord,
  special: Special,
): Omit<WireOf<F>, keyof Special> & Special {
  const wire: Record<string, unknown> = {};
  for (const { name, isNullable: mayBeNull, isSparse: mayLack, facts } of fieldsOf(fields)) {
    // What does not travel is not known: a flag that is not told is no `false` either.
    const found = mayLack && row[name] == null ? null : facts.read(row[name]);
    if (found === null && mayLack) continue;
    wire[name] = found ?? (mayBeNull ? null : facts.missing);
  }
  return Object.assign(wire, special) as Omit<WireOf<F>, keyof Special> & Special;
}

import {
  readBoolean,
  readInstant,
  type JsonRecord,
  readNumberValue,
  readReference,
  readText,
} from './tolerant.ts';

/**
 * Wire types of fields. `money` is charged by the document and visible to all its readers; `cost` is the
 * business's own cost, null for users who can't see costs. `price` and `unitCost` are the same per unit, with
 * up to six decimals. `moment` is ISO 8601, `id` references another row, a quantity is in the unit of its
 * line.
 */
export interface WireTypes {
  text: string;
  id: string;
  moment: string;
  integer: number;
  quantity: number;
  money: number;
  price: number;
  cost: number;
  unitCost: number;
  flag: boolean;
  json: unknown;
}

export type DocumentFieldKind = keyof WireTypes;
type Empty<K extends DocumentFieldKind> = K | `${K}?`;

/**
 * Specification of a document or line field: its kind, with `?` if nullable. `computed` has no column of its
 * own, because it is calculated or loaded elsewhere; `sparse` is omitted on the wire while null.
 */
export type FieldSpec =
  | Empty<DocumentFieldKind>
  | `computed ${Empty<DocumentFieldKind>}`
  | `sparse ${DocumentFieldKind}?`;

/**
 * The fields of a document or its lines in wire order. Wire format, columns (document-rows.ts), database JSON
 * and tolerant reader are derived from it.
 */
export type DocumentFields = Readonly<Record<string, FieldSpec>>;

type Bare<S extends FieldSpec> = S extends `computed ${infer Rest}` | `sparse ${infer Rest}` ? Rest : S;
export type KindOf<S extends FieldSpec> =
  Bare<S> extends `${infer K}?` ? K & DocumentFieldKind : Bare<S> & DocumentFieldKind;
export type NullOf<S extends FieldSpec> = S extends `${string}?` ? null : never;

/** A document or line on the wire. */
export type WireOf<F extends DocumentFields> = {
  -readonly [K in keyof F as F[K] extends `sparse ${string}` ? never : K]:
    | WireTypes[KindOf<F[K]>]
    | NullOf<F[K]>;
} & {
  -readonly [K in keyof F as F[K] extends `sparse ${string}` ? K : never]?: WireTypes[KindOf<F[K]>];
};

interface KindFacts {
  /** Reads the value tolerantly; null for anything invalid. */
  read(value: unknown): unknown;
  /** Default for a missing value of a field that isn't nullable. */
  missing: unknown;
}

const kinds: Readonly<Record<DocumentFieldKind, KindFacts>> = {
  text: { read: readText, missing: '' },
  id: { read: (value) => readReference(value)?.id ?? null, missing: '' },
  moment: { read: readInstant, missing: '' },
  integer: { read: readNumberValue, missing: 0 },
  quantity: { read: readQuantity, missing: 0 },
  money: { read: readNumberValue, missing: 0 },
  price: { read: readNumberValue, missing: 0 },
  cost: { read: readNumberValue, missing: 0 },
  unitCost: { read: readNumberValue, missing: 0 },
  flag: { read: (value) => readBoolean(value), missing: false },
  json: { read: (value) => value ?? null, missing: null },
};

/** Reads a quantity with at most six decimals; null if there is none. */
export function readQuantity(value: unknown): number | null {
  const read = readNumberValue(value);
  return read === null ? null : Math.round(read * 1e6) / 1e6;
}

/** Returns the kind of a field, ignoring its modifiers. */
export const documentFieldKind = (spec: FieldSpec): DocumentFieldKind =>
  spec.replace(/^(computed|sparse) /, '').replace('?', '') as DocumentFieldKind;
/** Returns the fields that only users with access to costs may read. */
export const costFields = (list: DocumentFields): string[] =>
  Object.entries(list).flatMap(([name, spec]) =>
    ['cost', 'unitCost'].includes(documentFieldKind(spec)) ? [name] : [],
  );
export const isNullable = (spec: FieldSpec): boolean => spec.endsWith('?');
/** Returns whether a field is omitted on the wire while null. */
export const isSparse = (spec: FieldSpec): boolean => spec.startsWith('sparse ');

/** A field with everything its specification implies. */
interface Field {
  name: string;
  isNullable: boolean;
  isSparse: boolean;
  facts: KindFacts;
}

const known = new WeakMap<DocumentFields, readonly Field[]>();

/** Parsed field specifications, cached because documents are read by the thousand. */
function fieldsOf(list: DocumentFields): readonly Field[] {
  const found = known.get(list);
  if (found) return found;
  const fields = Object.entries(list).map(([name, spec]) => ({
    name,
    isNullable: isNullable(spec),
    isSparse: isSparse(spec),
    facts: kinds[documentFieldKind(spec)],
  }));
  known.set(list, fields);
  return fields;
}

/**
 * Reads a document or line from any server; missing values become null or defaults, so that responses with
 * fewer fields still work. `special` are the fields that need their own parsing.
 */
export function readFields<F extends DocumentFields, Special extends { [K in keyof F]?: unknown }>(
  fields: F,
  row: JsonRecord,
  special: Special,
): Omit<WireOf<F>, keyof Special> & Special {
  const wire: Record<string, unknown> = {};
  for (const { name, isNullable: mayBeNull, isSparse: mayLack, facts } of fieldsOf(fields)) {
    // A missing sparse flag is unknown, not `false`.
    const found = mayLack && row[name] == null ? null : facts.read(row[name]);
    if (found === null && mayLack) continue;
    wire[name] = found ?? (mayBeNull ? null : facts.missing);
  }
  return Object.assign(wire, special) as Omit<WireOf<F>, keyof Special> & Special;
}

import {
  readBoolean,
  readInstant,
  type JsonRecord,
  readNumberValue,
  readReference,
  readText,
} from './tolerant.ts';

/**
 * What a field travels as. `money` is what a document charges, for whoever reads the document; `cost` is what goods cost
 * the own books, for whoever may see that, and null for others. `price` and `unitCost` are the same per unit, with up to six decimals. `moment` is ISO 8601, `id` names another row, a quantity is in the unit beside it.
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
 * One field of a document or of a line: its kind, `?` behind it where it may be null (not known, not set), `computed`
 * before it where no column of its name keeps it as it travels: it is worked out, or read elsewhere. `sparse` before it
 * where it does not travel at all as long as it is null.
 */
export type FieldSpec =
  | Empty<DocumentFieldKind>
  | `computed ${Empty<DocumentFieldKind>}`
  | `sparse ${DocumentFieldKind}?`;

/**
 * The fields of a document, or of its lines, in the order in which they travel. What goes over the wire, the columns
 * (document-rows.ts), the JSON that the database builds and the tolerant reader follow from it.
 */
export type DocumentFields = Readonly<Record<string, FieldSpec>>;

type Bare<S extends FieldSpec> = S extends `computed ${infer Rest}` | `sparse ${infer Rest}` ? Rest : S;
export type KindOf<S extends FieldSpec> =
  Bare<S> extends `${infer K}?` ? K & DocumentFieldKind : Bare<S> & DocumentFieldKind;
export type NullOf<S extends FieldSpec> = S extends `${string}?` ? null : never;

/** A document, or a line, as it travels. */
export type WireOf<F extends DocumentFields> = {
  -readonly [K in keyof F as F[K] extends `sparse ${string}` ? never : K]:
    | WireTypes[KindOf<F[K]>]
    | NullOf<F[K]>;
} & {
  -readonly [K in keyof F as F[K] extends `sparse ${string}` ? K : never]?: WireTypes[KindOf<F[K]>];
};

interface KindFacts {
  /** Reads what any reasonable server sends; null for what it is not. */
  read(value: unknown): unknown;
  /** What stands for a value that a server does not tell, where null may not. */
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

/** A quantity as the rules can hold it: six decimals at most; null where there is none. */
export function readQuantity(value: unknown): number | null {
  const read = readNumberValue(value);
  return read === null ? null : Math.round(read * 1e6) / 1e6;
}

/** The kind of a field, whether or not it may be null or is computed. */
export const documentFieldKind = (spec: FieldSpec): DocumentFieldKind =>
  spec.replace(/^(computed|sparse) /, '').replace('?', '') as DocumentFieldKind;
/** The fields of a list that only whoever may see costs reads. */
export const costFields = (list: DocumentFields): string[] =>
  Object.entries(list).flatMap(([name, spec]) =>
    ['cost', 'unitCost'].includes(documentFieldKind(spec)) ? [name] : [],
  );
export const isNullable = (spec: FieldSpec): boolean => spec.endsWith('?');
/** Whether a field is left out of what travels while it is null. */
export const isSparse = (spec: FieldSpec): boolean => spec.startsWith('sparse ');

/** A field by everything that its list says of it. */
interface Field {
  name: string;
  isNullable: boolean;
  isSparse: boolean;
  facts: KindFacts;
}

const known = new WeakMap<DocumentFields, readonly Field[]>();

/** The fields of a list, looked through once: documents are read by the thousand. */
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

import { boolean, instant, type JsonRecord, number, reference, text } from './tolerant.ts';

/**
 * What a field travels as. `money` is what a document charges, for whoever reads the document; `cost` is what goods cost
 * the own books, for whoever may see that, and null for others. `price` and `unitCost` are the same per unit, with up to six decimals. `moment` is ISO 8601, `id` names another row, a quantity is in the unit beside it.
 */
export interface Travels {
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

export type Kind = keyof Travels;
type Empty<K extends Kind> = K | `${K}?`;

/**
 * One field of a document or of a line: its kind, `?` behind it where it may be null (not known, not set), `computed`
 * before it where no column of its name keeps it as it travels: it is worked out, or read elsewhere. `sparse` before it
 * where it does not travel at all as long as it is null.
 */
export type FieldSpec = Empty<Kind> | `computed ${Empty<Kind>}` | `sparse ${Kind}?`;

/**
 * The fields of a document, or of its lines, in the order in which they travel. What goes over the wire, the columns
 * (document-rows.ts), the JSON that the database builds and the tolerant reader follow from it.
 */
export type DocumentFields = Readonly<Record<string, FieldSpec>>;

type Bare<S extends FieldSpec> = S extends `computed ${infer Rest}` | `sparse ${infer Rest}` ? Rest : S;
export type KindOf<S extends FieldSpec> = Bare<S> extends `${infer K}?` ? K & Kind : Bare<S> & Kind;
export type NullOf<S extends FieldSpec> = S extends `${string}?` ? null : never;

/** A document, or a line, as it travels. */
export type WireOf<F extends DocumentFields> = {
  -readonly [K in keyof F as F[K] extends `sparse ${string}` ? never : K]:
    | Travels[KindOf<F[K]>]
    | NullOf<F[K]>;
} & {
  -readonly [K in keyof F as F[K] extends `sparse ${string}` ? K : never]?: Travels[KindOf<F[K]>];
};

interface KindFacts {
  /** Reads what any reasonable server sends; null for what it is not. */
  read(value: unknown): unknown;
  /** What stands for a value that a server does not tell, where null may not. */
  missing: unknown;
}

const kinds: Readonly<Record<Kind, KindFacts>> = {
  text: { read: text, missing: '' },
  id: { read: (value) => reference(value)?.id ?? null, missing: '' },
  moment: { read: instant, missing: '' },
  integer: { read: number, missing: 0 },
  quantity: { read: quantityOf, missing: 0 },
  money: { read: number, missing: 0 },
  price: { read: number, missing: 0 },
  cost: { read: number, missing: 0 },
  unitCost: { read: number, missing: 0 },
  flag: { read: (value) => boolean(value), missing: false },
  json: { read: (value) => value ?? null, missing: null },
};

/** A quantity as the rules can hold it: six decimals at most; null where there is none. */
export function quantityOf(value: unknown): number | null {
  const read = number(value);
  return read === null ? null : Math.round(read * 1e6) / 1e6;
}

/** The kind of a field, whether or not it may be null or is computed. */
export const kindOf = (spec: FieldSpec): Kind =>
  spec.replace(/^(computed|sparse) /, '').replace('?', '') as Kind;
/** The fields of a list that only whoever may see costs reads. */
export const costFields = (list: DocumentFields): string[] =>
  Object.entries(list).flatMap(([name, spec]) => (['cost', 'unitCost'].includes(kindOf(spec)) ? [name] : []));
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
    facts: kinds[kindOf(spec)],
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

import type { Collection } from '#core/collections.ts';

/**
 * Wire types of fields. `money` is an amount charged by the document and visible to everyone who can read it;
 * `cost` is the business's own cost, null for users who can't see costs. `price` and `unitCost` are the same
 * per unit, with up to six decimals. `moment` is ISO 8601, `day` is YYYY-MM-DD, and a quantity is in its
 * line's unit. `number` is any other number, `scalar` a string or a number, `values` a row's fields by name.
 *
 * `id` references another row. `id of suppliers` names its collection: while a document or line references a
 * row in such a column, the row can't be deleted.
 *
 * Some kinds determine the default for a missing value, because other servers may send fewer fields:
 * - `key` is the row's own id, sent under its name or as `_id` or `id`; a row without one can't be read.
 * - `line` is the key of a line, by default its position in the list.
 * - `label` is a string, by default the row's key.
 * - `name` is the name of a referenced row: `branchName` is that of `branch`. If the shape also has
 *   `branchNameAlt`, the reader puts the name in the current language first.
 * - `factor` is a numerator or denominator, by default 1.
 */
export interface WireTypes {
  text: string;
  label: string;
  name: string;
  texts: string[];
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
  flag: boolean;
  scalar: string | number;
  values: Record<string, unknown>;
  json: unknown;
}

export type FieldKind = keyof WireTypes;
type ReferenceKind = FieldKind | `id of ${Collection}`;
type Empty<K extends ReferenceKind> = K | `${K}?`;

/**
 * Specification of a simple field: its kind, with `?` if nullable. A row can't be read without the value of a
 * `required` field; a `sparse` field without a value is omitted on the wire; an `optional` field may be
 * omitted or null. A `computed` field has no column, because it is calculated or loaded elsewhere.
 */
export type ScalarSpec =
  | Empty<ReferenceKind>
  | `required ${ReferenceKind}`
  | `computed ${Empty<ReferenceKind>}`
  | `sparse ${ReferenceKind}?`
  | `optional ${ReferenceKind}?`;

export type AnyStructure = Structure<unknown, Presence>;
export type FieldSpec = ScalarSpec | AnyStructure;

/**
 * The fields of a response, or of a document or its lines, in wire order. The wire type, the API description
 * (shape-schema.ts), the tolerant reader (read-shape.ts) and the columns (document-rows.ts) are derived from
 * it.
 */
export type Shape = Readonly<Record<string, FieldSpec>>;

type Presence = 'present' | 'sparse' | 'computed' | 'required';

interface StructureOptions {
  kind: 'list' | 'object' | 'oneOf' | 'map' | 'default';
  /** Specification of the content of a list, map or default, or the fields of an object. */
  of: FieldSpec | Shape;
  /** Possible values of `oneOf`. */
  values: readonly string[];
  /** Default for a missing or unknown value. */
  defaultValue: unknown;
  isNullable: boolean;
  presence: Presence;
}

/** Specification of a field whose value has parts or is one of a fixed set of values. */
export class Structure<T, P extends Presence = 'present'> {
  /** The wire type; exists in types only. */
  declare readonly wire: T;
  declare readonly presence: P;
  readonly options: StructureOptions;
  constructor(options: StructureOptions) {
    this.options = options;
  }
}

type WithoutModifier<S extends ScalarSpec> = S extends
  | `computed ${infer Rest}`
  | `sparse ${infer Rest}`
  | `optional ${infer Rest}`
  | `required ${infer Rest}`
  ? Rest
  : S;
type Unreferenced<K extends string> = K extends `id of ${string}` ? 'id' : K & FieldKind;
export type KindOf<S extends FieldSpec> = S extends ScalarSpec
  ? Unreferenced<WithoutModifier<S> extends `${infer K}?` ? K : WithoutModifier<S>>
  : 'json';
export type NullOf<S extends FieldSpec> = S extends `${string}?` ? null : never;

/** The value of a field on the wire. */
export type ValueOf<S extends FieldSpec> =
  S extends Structure<infer T, Presence> ? T : WireTypes[KindOf<S> & FieldKind] | NullOf<S>;

type IsSparse<S extends FieldSpec> = S extends
  | `sparse ${string}`
  | `optional ${string}`
  | Structure<unknown, 'sparse'>
  ? true
  : false;

/** Wire type of a shape. */
export type Wire<F extends Shape> = {
  -readonly [K in keyof F as IsSparse<F[K]> extends true ? never : K]: ValueOf<F[K]>;
} & {
  -readonly [K in keyof F as IsSparse<F[K]> extends true ? K : never]?: F[K] extends `sparse ${string}`
    ? WireTypes[KindOf<F[K]> & FieldKind]
    : ValueOf<F[K]>;
};

type Content<S extends FieldSpec | Shape> = S extends FieldSpec
  ? ValueOf<S>
  : S extends Shape
    ? Wire<S>
    : never;

const defaultOptions = {
  values: [],
  defaultValue: undefined,
  isNullable: false,
  presence: 'present',
} as const;

/**
 * A list of values or objects. Entries that can't be read are dropped or, if the specification is nullable,
 * become null.
 */
export const listOf = <const S extends FieldSpec | Shape>(of: S) =>
  new Structure<Content<S>[]>({ ...defaultOptions, kind: 'list', of });

/** An object with these fields. If the object is missing, its fields get their defaults. */
export const objectOf = <const F extends Shape>(of: F) =>
  new Structure<Wire<F>>({ ...defaultOptions, kind: 'object', of });

/** An object with arbitrary keys. Values that can't be read are handled as in lists. */
export const mapOf = <const S extends FieldSpec | Shape>(of: S) =>
  new Structure<Record<string, Content<S>>>({ ...defaultOptions, kind: 'map', of });

/** One of the values; the first replaces a missing or unknown one by default. */
export const oneOf = <const V extends string>(
  values: readonly V[],
  defaultValue: NoInfer<V> | undefined = values[0],
) => new Structure<V>({ ...defaultOptions, kind: 'oneOf', of: 'text', values, defaultValue });

/** A value with its own default instead of that of its kind. */
export const withDefault = <const S extends FieldSpec>(of: S, defaultValue: NoInfer<ValueOf<S>>) =>
  new Structure<ValueOf<S>>({ ...defaultOptions, kind: 'default', of, defaultValue });

/** Makes a structure nullable; a missing one becomes null. */
export const nullable = <T, P extends Presence>({ options }: Structure<T, P>) =>
  new Structure<T | null, P>({ ...options, isNullable: true });

/** Makes a structure omitted on the wire if it is missing. */
export const sparse = <T>({ options }: Structure<T>) =>
  new Structure<T, 'sparse'>({ ...options, presence: 'sparse' });

/** Makes a row unreadable without the structure or with an unknown value. */
export const required = <T>({ options }: Structure<T>) =>
  new Structure<T, 'required'>({ ...options, presence: 'required' });

/** Marks a structure without a column of its own. */
export const computed = <T>({ options }: Structure<T>) =>
  new Structure<T, 'computed'>({ ...options, presence: 'computed' });

/** Returns the kind of a field, ignoring its modifiers; a structure is stored as JSON. */
export const getFieldKind = (spec: FieldSpec): FieldKind =>
  spec instanceof Structure
    ? 'json'
    : (spec.replace(/^(computed|sparse|optional|required) | of .*|\?$/g, '') as FieldKind);

/** Returns the collection that a field references; null for any other field. */
export const getReferencedCollection = (spec: FieldSpec): Collection | null =>
  spec instanceof Structure ? null : ((/ of ([a-z-]+)/.exec(spec)?.[1] ?? null) as Collection | null);

/** Returns the fields that only users with access to costs may read. */
export const listCostFields = (shape: Shape): string[] =>
  Object.entries(shape).flatMap(([name, spec]) =>
    ['cost', 'unitCost'].includes(getFieldKind(spec)) ? [name] : [],
  );

export const isNullable = (spec: FieldSpec): boolean =>
  spec instanceof Structure ? spec.options.isNullable : spec.endsWith('?');
/** Returns whether a field is omitted on the wire while it has no value. */
export const isSparse = (spec: FieldSpec): boolean =>
  spec instanceof Structure ? spec.options.presence === 'sparse' : /^(sparse|optional) /.test(spec);
/** Returns whether a field may be omitted as well as null. */
export const isOptional = (spec: FieldSpec): boolean =>
  typeof spec === 'string' && spec.startsWith('optional ');
/** Returns whether a field has no column of its own. */
export const isComputed = (spec: FieldSpec): boolean =>
  spec instanceof Structure ? spec.options.presence === 'computed' : spec.startsWith('computed ');
/** Returns whether a row without this field can't be read. */
export const isRequired = (spec: FieldSpec): boolean =>
  spec instanceof Structure
    ? spec.options.presence === 'required'
    : spec === 'key' || spec.startsWith('required ');

/** Returns some fields of a shape. */
export const pick = <F extends Shape, K extends keyof F & string>(
  shape: F,
  names: readonly K[],
): Pick<F, K> => Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<F, K>;

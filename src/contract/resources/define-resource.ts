import { type Actor, type Collection, canSeeMoney } from '#domain/permissions.ts';
import { type Field, field } from './fields.ts';
import type { SchemaParts } from './schema-parts.ts';

export type Fields = Readonly<Record<string, Field>>;

/** What every named collection has before its own fields. */
const nameFields = {
  name: { ...field.text('Name').required(), schema: ({ name }: SchemaParts) => name },
  nameAlt: field.text('Name in the second language').optional(),
};

/** A field by its name: one of its own, or its name. */
type FieldName<F> = (keyof F & string) | keyof typeof nameFields;

export interface ResourceInput<F extends Fields, N extends Collection, T extends string> {
  /** Name on the wire and in the permission tables. */
  collection: N;
  /** Path below /api, and others that answer the same. */
  path: string;
  aliases?: readonly string[];
  /** Table that keeps the rows. */
  table: T;
  labels: { one: string; many: string };
  /** Own fields in the order of the form; name and nameAlt come first by themselves. */
  fields: F;
  /** False where rows have no name of their own (a level of an item at a branch). */
  isNamed?: boolean;
  /** Combinations of fields that no two rows share. */
  unique: readonly (readonly NoInfer<FieldName<F>>[])[];
  /** Fields shown in lists. */
  columns: readonly NoInfer<FieldName<F>>[];
  /** Fields an import reads, in the order of its template. */
  importColumns: readonly NoInfer<FieldName<F>>[];
  /** Field lists are sorted by, `-` before it for descending. */
  sort: NoInfer<FieldName<F>> | '-createdAt';
  /** The field that names the currency of a row's amounts, or a supplier who charges in one. Left out: the base currency. */
  currencyBy?: NoInfer<FieldName<F>> | null;
  /** What must hold between fields of one row: name of the field at fault -> what is wrong. Null is fine. */
  check?(row: Readonly<Record<string, unknown>>): Record<string, string> | null;
}

/** Everything there is to know about a master-data collection: server, generic screen, import and description read this. */
export interface Resource<
  F extends Fields = Fields,
  N extends Collection = Collection,
  T extends string = string,
> extends Required<
    Omit<ResourceInput<F, N, T>, 'check' | 'unique' | 'columns' | 'importColumns' | 'sort' | 'currencyBy'>
  > {
  unique: readonly (readonly string[])[];
  columns: readonly string[];
  importColumns: readonly string[];
  sort: string;
  currencyBy: string | null;
  check(row: Readonly<Record<string, unknown>>): Record<string, string> | null;
  /** Own fields and the name fields. */
  allFields: Fields;
}

export interface ResourceQuery extends Record<string, unknown> {
  limit: number;
  page: number;
  q?: string | undefined;
  sort?: string | undefined;
  active?: boolean | undefined;
}

interface CommonRow {
  _id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  isActive: boolean;
}

/** A row of a collection as TypeScript sees it: `RowOf<typeof branches>`. */
export type ResourceRow<R> =
  R extends Resource<infer F>
    ? CommonRow & { name: string; nameAlt: string | null } & {
        [K in keyof F]: F[K] extends Field<infer Value> ? Value : never;
      }
    : never;

const filterKinds: ReadonlySet<Field['kind']> = new Set([
  'boolean',
  'choice',
  'code',
  'reference',
  'references',
]);

/** The kinds a list can be filtered by. */
export const isFilter = ({ kind }: Field): boolean => filterKinds.has(kind);

/** The fields of a collection that an actor may not read, by their marks. */
export const hiddenFields = ({ allFields }: Pick<Resource, 'allFields'>, actor: Actor | null): string[] =>
  Object.entries(allFields).flatMap(([name, { mark }]) => (canSeeMoney(actor, mark) ? [] : [name]));

/** A row, or a change of one, with null in place of what an actor may not read. */
export function readableRow<Row extends Readonly<Record<string, unknown>>>(
  resource: Pick<Resource, 'allFields'>,
  row: Row,
  actor: Actor | null,
): Row {
  const hidden = hiddenFields(resource, actor).filter((name) => name in row);
  return hidden.length === 0 ? row : { ...row, ...Object.fromEntries(hidden.map((name) => [name, null])) };
}

/** Completes a collection's definition. What is checked of it follows in `schemas.ts`. */
export function defineResource<const F extends Fields, const N extends Collection, const T extends string>(
  input: ResourceInput<F, N, T>,
): Resource<F, N, T> {
  const isNamed = input.isNamed ?? true;
  return {
    aliases: [],
    currencyBy: null,
    check: () => null,
    ...input,
    isNamed,
    allFields: { ...(isNamed && nameFields), ...input.fields },
  };
}

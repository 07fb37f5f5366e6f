import { type Actor, type Collection, canSeeMoney } from '#core/permissions.ts';
import { type FieldDefinition, field } from './fields.ts';
import type { SchemaParts } from './schema-parts.ts';

export type Fields = Readonly<Record<string, FieldDefinition>>;

/** Name fields of every collection with named rows; they precede its own fields. */
const nameFields = {
  name: { ...field.text('Name').required(), schema: ({ name }: SchemaParts) => name },
  nameAlt: field.text('Localized name').optional(),
};

/** The name of one of the collection's own fields or of a name field. */
type FieldName<F> = (keyof F & string) | keyof typeof nameFields;

export interface ResourceInput<F extends Fields, N extends Collection, T extends string> {
  /** Name in the API and in the permission tables. */
  collection: N;
  /** Path below /api. */
  path: string;
  /** Additional paths with the same routes. */
  aliases?: readonly string[];
  /** Table that stores the rows. */
  table: T;
  labels: { one: string; many: string };
  /** The collection's fields in form order; `name` and `nameAlt` are added before them. */
  fields: F;
  /** False if rows have no name (stock levels of an item at a branch). */
  isNamed?: boolean;
  /** Field combinations that must be unique. */
  unique: readonly (readonly NoInfer<FieldName<F>>[])[];
  /** Fields shown in lists. */
  columns: readonly NoInfer<FieldName<F>>[];
  /** Fields that an import reads, in template order. */
  importColumns: readonly NoInfer<FieldName<F>>[];
  /** Default sort field of lists; a leading `-` sorts in descending order. */
  sort: NoInfer<FieldName<F>> | '-createdAt';
  /**
   * The field that determines the currency of a row's amounts (a currency or supplier); default: the base
   * currency.
   */
  currencyBy?: NoInfer<FieldName<F>> | null;
  /** Validates fields against each other. Returns errors by field name, or null. */
  check?(row: Readonly<Record<string, unknown>>): Record<string, string> | null;
}

/**
 * Definition of a master data collection, used by the server, generic screens, imports and the API
 * description.
 */
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
  /** The name fields and the collection's own fields. */
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

/** Row type of a collection: `ResourceWireRow<typeof branches>`. */
export type ResourceWireRow<R> =
  R extends Resource<infer F>
    ? CommonRow & { name: string; nameAlt: string | null } & {
        [K in keyof F]: F[K] extends FieldDefinition<infer Value> ? Value : never;
      }
    : never;

const filterKinds: ReadonlySet<FieldDefinition['kind']> = new Set([
  'boolean',
  'choice',
  'code',
  'reference',
  'references',
]);

/** Returns whether a list can be filtered by this kind of field. */
export const isFilter = ({ kind }: FieldDefinition): boolean => filterKinds.has(kind);

/** Returns the fields that an actor may not read. */
export const listHiddenFields = ({ allFields }: Pick<Resource, 'allFields'>, actor: Actor | null): string[] =>
  Object.entries(allFields).flatMap(([name, { visibility }]) =>
    canSeeMoney(actor, visibility) ? [] : [name],
  );

/** Replaces the fields of a row or change that an actor may not read with null. */
export function redactRow<Row extends Readonly<Record<string, unknown>>>(
  resource: Pick<Resource, 'allFields'>,
  row: Row,
  actor: Actor | null,
): Row {
  const hiddenNames = listHiddenFields(resource, actor).filter((name) => name in row);
  return hiddenNames.length === 0
    ? row
    : { ...row, ...Object.fromEntries(hiddenNames.map((name) => [name, null])) };
}

/** Completes a collection's definition. Its consistency is checked in `schemas.ts`. */
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

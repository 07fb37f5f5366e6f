import { z } from 'zod';
import type { Collection } from '#domain/permissions.ts';
import { commonFields, id, listQuery, name, queryFlag } from '../common.ts';
import { type Field, field } from './fields.ts';

export type Fields = Readonly<Record<string, Field>>;

/** What every named collection has before its own fields. */
const nameFields = {
  name: { ...field.text('Name').required(), schema: name },
  nameAlt: field.text('Name in the second language').optional(),
};

export interface ResourceInput<F extends Fields> {
  /** Name on the wire and in the permission tables. */
  collection: Collection;
  /** Path below /api, and others that answer the same. */
  path: string;
  aliases?: readonly string[];
  /** Table that keeps the rows. */
  table: string;
  labels: { one: string; many: string };
  /** Own fields in the order of the form; name and nameAlt come first by themselves. */
  fields: F;
  /** False where rows have no name of their own (a level of an item at a branch). */
  isNamed?: boolean;
  /** Combinations of fields that no two rows share. */
  unique: readonly (readonly string[])[];
  /** Fields shown in lists. */
  columns: readonly string[];
  /** Fields an import reads, in the order of its template. */
  importColumns: readonly string[];
  /** Field lists are sorted by, `-` before it for descending. */
  sort: string;
  /** What must hold between fields of one row: name of the field at fault -> what is wrong. Null is fine. */
  check?(row: Readonly<Record<string, unknown>>): Record<string, string> | null;
}

/** Everything there is to know about a master-data collection: server, generic screen, import and description read this. */
export interface Resource<F extends Fields = Fields> extends Required<Omit<ResourceInput<F>, 'check'>> {
  check(row: Readonly<Record<string, unknown>>): Record<string, string> | null;
  /** Own fields and the name fields. */
  allFields: Fields;
  /** Body of POST: strict; what is left out gets its initial value. */
  createInput: z.ZodObject;
  /** Body of PUT: strict; what is left out stays. `isActive: false` archives. */
  changeInput: z.ZodObject;
  /** A row as it is answered. */
  row: z.ZodObject;
  /** Query of GET: paging, search, and a filter for each field that can be compared. */
  query: z.ZodObject;
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
export type RowOf<R> =
  R extends Resource<infer F>
    ? CommonRow & { name: string; nameAlt: string | null } & {
        [K in keyof F]: F[K] extends Field<infer Value> ? Value : never;
      }
    : never;

const filterSchemas: Partial<Record<Field['kind'], (field: Field) => z.ZodType>> = {
  boolean: () => queryFlag,
  choice: ({ options }) => z.enum(options as [string, ...string[]], `One of ${options.join(', ')}`),
  code: () => z.string().trim().max(60),
  reference: () => id,
  references: () => id,
};

/** The kinds a list can be filtered by. */
export const isFilter = ({ kind }: Field): boolean => kind in filterSchemas;

/** Completes a collection's definition with the schemas that follow from its fields. */
export function defineResource<const F extends Fields>(input: ResourceInput<F>): Resource<F> {
  const isNamed = input.isNamed ?? true;
  const allFields: Fields = { ...(isNamed && nameFields), ...input.fields };
  const entries = Object.entries(allFields);
  const shape = (toSchema: (field: Field) => z.ZodType) =>
    Object.fromEntries(entries.map(([key, one]) => [key, toSchema(one)] as const));
  const filters = Object.fromEntries(
    entries.flatMap(([key, one]) => {
      const schema = filterSchemas[one.kind]?.(one);
      return schema ? [[key, schema.optional()] as const] : [];
    }),
  );
  return {
    aliases: [],
    check: () => null,
    ...input,
    isNamed,
    allFields,
    createInput: z.strictObject(shape((one) => (one.isRequired ? one.schema : one.schema.optional()))),
    changeInput: z.strictObject({
      ...shape((one) => one.schema.optional()),
      isActive: z.boolean().optional(),
    }),
    row: z.object({ ...commonFields, ...shape((one) => one.schema) }),
    query: z.object({ ...listQuery, ...filters }),
  };
}

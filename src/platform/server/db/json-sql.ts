import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Shape } from '#platform/shapes/shape.ts';
import { getDocumentColumn } from '#platform/documents/document-rows.ts';
import type { StorageType } from '#platform/shapes/storage.ts';
import type { Dialect } from './types.ts';

/**
 * Value of a JSON key: a column (`orders.createdAt`) with its kind, or an expression that is already JSON.
 */
export type JsonField = readonly [column: string, kind: StorageType] | Expression<unknown>;

type Encoder = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

const asIs: Encoder = (column) => column;

/**
 * Dividing a stored integer by a power of ten yields the double closest to the decimal value, and SQLite
 * prints it with enough digits.
 */
const encoders: Readonly<Record<Dialect, Readonly<Record<StorageType, Encoder>>>> = {
  sqlite: {
    text: asIs,
    integer: asIs,
    boolean: (column) => sql`json(case ${column} when 1 then 'true' when 0 then 'false' end)`,
    micro: (column) => sql`${column} / 1000000.0`,
    e4: (column) => sql`${column} / 10000.0`,
    json: (column) => sql`json(${column})`,
  },
  postgres: {
    text: asIs,
    integer: asIs,
    boolean: (column) => sql`(${column} = 1)`,
    micro: (column) => sql`trim_scale(${column}::numeric / 1000000)`,
    e4: (column) => sql`trim_scale(${column}::numeric / 10000)`,
    json: (column) => sql`${column}::json`,
  },
};

/** PostgreSQL functions take at most 100 arguments, two per field. */
const maxPairs = 50;

/**
 * Builds one JSON object per row as text, on either engine; when parsed, it equals the presenters' result.
 */
export function jsonObject(
  dialect: Dialect,
  fields: Readonly<Record<string, JsonField>>,
): RawBuilder<string> {
  const entries = Object.entries(fields);
  if (dialect === 'postgres' && entries.length > maxPairs) {
    const columns = entries.map(([key, field]) => sql`${encode(dialect, field)} as ${sql.ref(key)}`);
    return sql<string>`(select row_to_json(one) from (select ${sql.join(columns)}) as one)`;
  }
  const pairs = entries.map(([key, field]) => sql`${sql.lit(key)}, ${encode(dialect, field)}`);
  return sql<string>`${sql.raw(dialect === 'sqlite' ? 'json_object' : 'json_build_object')}(${sql.join(pairs)})`;
}

/** Returns the requested stored fields of a document or its lines; computed fields are omitted. */
export function jsonFields(
  table: string,
  fields: Shape,
  isRequested: (name: string) => boolean,
): Readonly<Record<string, JsonField>> {
  const selected: Record<string, JsonField> = {};
  for (const [name, spec] of Object.entries(fields)) {
    const stored = getDocumentColumn(name, spec);
    if (stored && isRequested(name)) selected[name] = [`${table}.${stored.column}`, stored.storage];
  }
  return selected;
}

/**
 * Aggregates all objects of a group into one JSON array, `[]` when there are none. Order the rows in a
 * subquery.
 */
export function jsonArray(dialect: Dialect, object: Expression<unknown>): RawBuilder<string> {
  return dialect === 'sqlite'
    ? sql<string>`json_group_array(json(${object}))`
    : sql<string>`coalesce(json_agg(${object}), '[]'::json)`;
}

/** Builds one JSON array of values per row. */
export const jsonTuple = (dialect: Dialect, values: readonly Expression<unknown>[]): RawBuilder<string> =>
  sql<string>`${sql.raw(dialect === 'sqlite' ? 'json_array' : 'json_build_array')}(${sql.join(values)})`;

/** Aggregates all integers of a group into one JSON array as text, `[]` if there are none. */
export function jsonNumbers(
  dialect: Dialect,
  number: Expression<unknown>,
  order: Expression<unknown>,
): RawBuilder<string> {
  return dialect === 'sqlite'
    ? sql<string>`json_group_array(${number} order by ${order})`
    : sql<string>`coalesce(json_agg(${number} order by ${order}), '[]'::json)::text`;
}

/**
 * Aggregates all values of a group into one JSON array as text, which is faster to transfer than rows. Arrays
 * of several columns are in the same order. An unsafe integer is parsed as a different unsafe integer.
 */
export function jsonValues(dialect: Dialect, column: Expression<unknown>): RawBuilder<string> {
  return dialect === 'sqlite'
    ? sql<string>`json_group_array(${column})`
    : sql<string>`json_agg(${column})::text`;
}

/**
 * Converts a JSON array of integers (as text) to table rows with the column `value`, so that the statement is
 * the same for any length.
 */
export function numberRows(dialect: Dialect, text: string): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`json_each(${text})`
    : sql`(select value::bigint from json_array_elements_text(${text}::json))`;
}

/** Converts a JSON array of strings (as text) to table rows with the column `value`. */
export function textRows(dialect: Dialect, text: string): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`json_each(${text})` : sql`json_array_elements_text(${text}::json)`;
}

/**
 * Condition for a column equal to one of these ids, bound as a single parameter: sending a thousand
 * parameters takes longer than running the query.
 */
export const isOneOf = ({ dialect }: { dialect: Dialect }, column: string, ids: Iterable<string>) =>
  sql<SqlBool>`${sql.ref(column)} in (select value from ${textRows(dialect, JSON.stringify([...new Set(ids)]))} as one)`;

/** Like `jsonObject`, as text that the driver returns unparsed. */
export function jsonText(dialect: Dialect, object: RawBuilder<string>): RawBuilder<string> {
  return dialect === 'sqlite' ? object : sql<string>`${object}::text`;
}

/** Appends an integer field to the JSON text of an object, in rows where it is not null. */
export const appendJsonInteger = (text: RawBuilder<string>, name: string, value: Expression<unknown>) =>
  sql<string>`substr(${text}, 1, length(${text}) - 1) || coalesce(${sql.lit(`,"${name}":`)} || ${value}, '') || '}'`;

/** Joins rows of JSON text (`{ json }`) into one JSON array as text. */
export function joinJson(rows: readonly { json: string }[]): string {
  return `[${rows.map((row) => row.json).join(',')}]`;
}

function encode(dialect: Dialect, field: JsonField): Expression<unknown> {
  if (!Array.isArray(field)) return field as Expression<unknown>;
  const [column, kind] = field as readonly [string, StorageType];
  return encoders[dialect][kind](sql.ref(column));
}

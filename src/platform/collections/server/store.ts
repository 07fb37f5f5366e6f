import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { buildSearchText } from '#core/text.ts';
import type { FieldDefinition } from '../fields.ts';
import { listHiddenFields, type Resource } from '../define-resource.ts';
import type { Actor } from '#core/permissions.ts';
import { type StorageType, storageTypes } from '#platform/shapes/storage.ts';
import { type JsonField, jsonObject, jsonText } from '#platform/server/db/json-sql.ts';
import { likeJsonElement } from '#platform/server/db/like.ts';
import type { Dialect, Queryable, Tx } from '#platform/server/db/types.ts';

/** A row in its JSON representation. */
export interface WireRow extends Record<string, unknown> {
  _id: string;
  version: number;
  isActive: boolean;
}

/** Returns the column of a field: `rate` in millionths is `rateMicro`. */
export const getFieldColumn = (name: string, { storage }: FieldDefinition): string =>
  name + storageTypes[storage].suffix;

/** Returns the column values of the fields that `row` has. */
export function toColumns(
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.allFields)) {
    const value = row[name];
    if (value === undefined) continue;
    columns[getFieldColumn(name, field)] =
      value === null ? null : storageTypes[field.storage].toRow(value as never);
  }
  return columns;
}

const searchedKinds: ReadonlySet<FieldDefinition['kind']> = new Set(['text', 'code', 'email', 'phone']);

/**
 * Builds the case-folded text for searching and sorting: the names, then all short text fields of the row.
 */
export function searchText(resource: Resource, row: Readonly<Record<string, unknown>>): string {
  const { name, nameAlt, ...otherFields } = resource.allFields;
  const words = Object.entries(otherFields).flatMap(([field, { kind }]) => {
    const value = row[field];
    return searchedKinds.has(kind) && typeof value === 'string' ? [value] : [];
  });
  const alt = row['nameAlt'];
  return buildSearchText(String(row['name']), typeof alt === 'string' ? alt : null, ...words);
}

const commonJson: Readonly<Record<string, readonly [string, StorageType]>> = {
  _id: ['_id', 'text'],
  createdAt: ['createdAt', 'text'],
  updatedAt: ['updatedAt', 'text'],
  version: ['version', 'integer'],
  isActive: ['isActive', 'boolean'],
};

export interface RowShape {
  /** Additional or replaced fields. */
  additional?: Readonly<Record<string, JsonField>>;
  /** Restricts the JSON to the id and these fields. */
  fields?: readonly string[];
}

/** Builds the SQL expression for a row's JSON. */
export function buildRowJson(
  dialect: Dialect,
  resource: Resource,
  { additional = {}, fields: requestedFields }: RowShape = {},
): RawBuilder<string> {
  const qualify = (column: string) => `${resource.table}.${column}`;
  const common = Object.entries(commonJson).filter(
    ([name]) => !requestedFields || name === '_id' || requestedFields.includes(name),
  );
  const fields: Record<string, JsonField> = {};
  for (const [name, [column, kind]] of common) fields[name] = [qualify(column), kind];
  for (const [name, field] of Object.entries(resource.allFields)) {
    if (!requestedFields || requestedFields.includes(name))
      fields[name] = [qualify(getFieldColumn(name, field)), field.storage];
  }
  return jsonObject(dialect, { ...fields, ...additional });
}

/** Returns the fields that an actor may not read, as null. */
export const buildHiddenFieldsJson = (resource: Resource, actor: Actor | null): Record<string, JsonField> =>
  Object.fromEntries(listHiddenFields(resource, actor).map((name) => [name, sql`null`]));

/** Returns a row, or null. With `lock` it is locked until the transaction ends. */
export async function findRow(
  db: Queryable,
  resource: Resource,
  id: string,
  { lock = false, ...shape }: RowShape & { lock?: boolean } = {},
): Promise<WireRow | null> {
  const table = sql.table(resource.table);
  if (lock && db.dialect === 'postgres')
    await sql`select 1 from ${table} where ${sql.ref('_id')} = ${id} for update`.execute(db);
  const object = jsonText(db.dialect, buildRowJson(db.dialect, resource, shape));
  const { rows } = await sql<{
    json: string;
  }>`select ${object} as json from ${table} where ${sql.ref('_id')} = ${id}`.execute(db);
  return rows[0] ? (JSON.parse(rows[0].json) as WireRow) : null;
}

export async function insertRow(tx: Tx, resource: Resource, columns: Record<string, unknown>): Promise<void> {
  await tx
    .insertInto(resource.table as 'brands')
    .values(columns as never)
    .execute();
}

export async function updateRow(
  tx: Tx,
  resource: Resource,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  await tx
    .updateTable(resource.table as 'brands')
    .set(columns as never)
    .where('_id', '=', id)
    .execute();
}

interface ReferenceOptions {
  /** Whether the column is a JSON array of ids. */
  isJson?: boolean;
  and?: readonly Expression<SqlBool>[];
}

/** Returns whether a table has a row with this value in a column. */
export async function hasReference(
  db: Queryable,
  table: string,
  column: string,
  value: string,
  { isJson = false, and = [] }: ReferenceOptions = {},
) {
  const condition = isJson
    ? sql<SqlBool>`${sql.ref(column)} like ${likeJsonElement(value)}`
    : sql<SqlBool>`${sql.ref(column)} = ${value}`;
  const conditions = sql.join([condition, ...and], sql` and `);
  const { rows } = await sql`select 1 as one from ${sql.table(table)} where ${conditions} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

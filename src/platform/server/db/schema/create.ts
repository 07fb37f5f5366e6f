import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../types.ts';
import { insertInitialRows } from './initial-rows.ts';
import { schema } from './schema.ts';
import { createTriggers } from './triggers.ts';

/** Tables that are read only by primary key; on SQLite they are created without a row id. */
const withoutRowId = ['stockPlaceSums', 'stockItemSums'];

/** Tables that PostgreSQL reads by index-only scans, which need new rows to be vacuumed early. */
const vacuumedEarly: Readonly<Record<string, string>> = {
  stockDaily: 'autovacuum_vacuum_insert_scale_factor = 0.01',
  stockMoves: 'autovacuum_vacuum_insert_scale_factor = 0.01',
  wastage: 'autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02',
};

/** Creates tables, indexes, triggers and every business's initial rows. */
export async function createSchema(db: Kysely<never>, dialect: Dialect): Promise<void> {
  for (const statement of schema) await sql.raw(translateToDialect(statement, dialect)).execute(db);
  if (dialect === 'postgres')
    for (const [table, settings] of Object.entries(vacuumedEarly))
      await sql.raw(`alter table "${table}" set (${settings})`).execute(db);
  await createTriggers(db, dialect);
  await insertInitialRows(db);
}

/**
 * Matches a column with a foreign key: column name, referenced table, and referenced key if it isn't `_id`.
 */
const referencePattern = /"(\w+)" text(?: primary key)?(?: not null)? references "(\w+)"(?: \("(\w+)"\))?/;

function translateToDialect(statement: string, dialect: Dialect): string {
  const translated = statement.replaceAll(
    /references "(\w+)"(?: \("(\w+)"\))?( on delete (?:cascade|set null))?/g,
    (_, table: string, key = '_id', onDelete = '') =>
      `references "${table}" ("${key}")${onDelete} deferrable initially deferred`,
  );
  if (dialect === 'postgres')
    return translated
      .replace('integer primary key autoincrement', 'bigint primary key generated always as identity')
      .replaceAll(' blob', ' bytea');
  const table = /^create table "(\w+)"/.exec(statement)?.[1] ?? '';
  return withoutRowId.includes(table) ? `${translated} without rowid` : translated;
}

/** A column whose values are keys of another table. */
export interface Reference {
  table: string;
  column: string;
  to: string;
  key: string;
}

/** All references of the schema, for checks of a database whose constraints can't be trusted. */
export const references: readonly Reference[] = schema.flatMap((statement) => {
  const table = /^create table "(\w+)"/.exec(statement)?.[1];
  if (table === undefined) return [];
  return statement.split('\n').flatMap((line) => {
    const [, column, to, key = '_id'] = referencePattern.exec(line) ?? [];
    return column === undefined || to === undefined ? [] : [{ table, column, to, key }];
  });
});

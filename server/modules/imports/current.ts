import { sql } from 'kysely';
import {
  conversions,
  currentColumns,
  type ImportColumn,
  type ImportKind,
  rowId,
} from '#contract/imports/kinds.ts';
import { plainText } from '#contract/imports/read-cell.ts';
import { items } from '#contract/items.ts';
import type { Resource } from '#contract/resources/kit.ts';
import type { ItemConversion } from '#contract/item-bodies.ts';
import type { Collection } from '#domain/permissions.ts';
import { type JsonField, jsonText } from '../../db/json-sql.ts';
import type { ReadContext } from '../../http/route.ts';
import { itemMore } from '../items/shape.ts';
import { tables } from '../master-data/references.ts';
import { scopeConditions } from '../master-data/scope.ts';
import { columnOf, rowObject, type WireRow } from '../master-data/store.ts';
import { type Lookup, openLookup } from './lookups.ts';

type Values = Record<string, unknown>;

/** What stands between the words of a list would tear a word with it apart; `=` tears a conversion. */
const tearing = /[,;،؛=\n\r]/;

/**
 * A page of the rows of a collection that are in use, each as the import of it would say them: by the keys of its
 * columns, references in words that lead back to the same row (its code, else its name, else its id).
 */
export async function currentRows(
  { db, dialect, actor }: Pick<ReadContext, 'db' | 'dialect' | 'actor'>,
  kind: ImportKind,
  resource: Resource,
  { limit, page }: { limit: number; page: number },
): Promise<{ rows: Values[]; total: number }> {
  const conditions = sql.join(
    [sql`${sql.ref(`${resource.table}.isActive`)} = 1`, ...scopeConditions(resource, actor)],
    sql` and `,
  );
  const from = sql`from ${sql.table(resource.table)} where ${conditions}`;
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db);
  const more: Record<string, JsonField> = resource === items ? itemMore(dialect, actor) : {};
  const object = jsonText(dialect, rowObject(dialect, resource, { more }));
  const { rows } = await sql<{ json: string }>`select ${object} as json ${from} order by ${orderOf(resource)}
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const say = await createSpeaker(db, currentColumns(kind));
  return { rows: rows.map(({ json }) => say(JSON.parse(json) as WireRow)), total: Number(counted[0]?.count) };
}

/** As lists are sorted, the oldest first among equals. */
function orderOf({ sort, allFields, table }: Resource) {
  const name = sort.replace(/^-/, '');
  const field = allFields[name];
  const column = sql.ref(`${table}.${field ? columnOf(name, field) : name}`);
  return sql`${column} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}, ${sql.ref(`${table}._id`)}`;
}

async function createSpeaker(db: ReadContext['db'], columns: readonly ImportColumn[]) {
  const lookups = new Map<Collection, Lookup>();
  for (const { field } of columns) {
    const { refersTo } = field;
    if (refersTo && tables[refersTo] && !lookups.has(refersTo))
      lookups.set(refersTo, await openLookup(db, refersTo));
  }
  const word = (collection: Collection | null, id: unknown, isInList: boolean): string => {
    const called = collection ? (lookups.get(collection)?.wordsFor(String(id)) ?? []) : [];
    return called.find((text) => plainText(text) === text && !(isInList && tearing.test(text))) ?? String(id);
  };
  const said = ({ key, field }: ImportColumn, row: WireRow): unknown => {
    if (key === rowId) return row._id;
    const value = row[key] ?? null;
    if (value === null) return null;
    if (key === conversions)
      return (value as ItemConversion[]).map((one) => ({
        ...one,
        fromUnit: word('units', one.fromUnit, true),
        toUnit: word('units', one.toUnit, true),
      }));
    if (field.kind === 'reference') return word(field.refersTo, value, false);
    if (field.kind === 'references') return (value as string[]).map((id) => word(field.refersTo, id, true));
    return value;
  };
  return (row: WireRow): Values =>
    Object.fromEntries(columns.map((column) => [column.key, said(column, row)]));
}

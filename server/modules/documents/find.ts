import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DocumentHit } from '#contract/documents-found.ts';
import { type Actor, mayRead } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import { scopeCondition } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';
import type { AnyDocument } from '../../documents/define.ts';
import { idsByNumber, numbersBeginWith, placesCalled } from '../../documents/numbers.ts';
import { documents } from '../../documents/registry.ts';

/** Words that people wrote are looked for in so many of the newest: they are folded one by one. */
const mostLookedThrough = 500;
const longestQuote = 80;

interface Row {
  _id: string;
  number: string;
  status: string;
  branch: string;
  branchName: string | null;
  branchNameAlt: string | null;
  day: string;
  [column: string]: string | null;
}

/**
 * Documents of every kind that a person may read and sees, by what they typed: those whose number begins with it or ends
 * in its digits, then those of the newest whose words hold it, then those of a place that is called like it. Newest
 * first, at most `limit` of a kind.
 */
export async function findDocuments(
  db: Queryable,
  actor: Actor,
  q: string,
  limit: number,
): Promise<DocumentHit[]> {
  if (foldText(q) === '') return [];
  const places = await placesCalled(db, q);
  const found: DocumentHit[] = [];
  for (const document of documents) {
    if (!mayRead(actor, document.collection)) continue;
    const rows = await findIn(db, actor, document, q, places, limit);
    found.push(...rows.map((row) => toHit(document, row, q)));
  }
  return found;
}

async function findIn(
  db: Queryable,
  actor: Actor,
  document: AnyDocument,
  q: string,
  places: readonly string[],
  limit: number,
): Promise<Row[]> {
  const { ids, numbersFrom } = await idsByNumber(db, document, q);
  const named = numbersFrom === null ? amongIds(document, ids) : numbersBeginWith(document, numbersFrom);
  const numbered = named ? await read(db, actor, document, limit, named) : [];
  const newest = await read(db, actor, document, mostLookedThrough);
  const worded = newest.filter((row) => quoteOf(document, row, q) !== null);
  const branch = sql.ref(document.scope.branch);
  const placed =
    places.length === 0
      ? []
      : await read(db, actor, document, limit, sql<SqlBool>`${branch} in (${sql.join(places)})`);
  const all = new Map([...numbered, ...worded, ...placed].map((row) => [row._id, row]));
  return [...all.values()].slice(0, limit);
}

const amongIds = ({ table }: AnyDocument, ids: readonly string[]): RawBuilder<SqlBool> | null =>
  ids.length === 0 ? null : sql<SqlBool>`${sql.ref(`${table}._id`)} in (${sql.join(ids)})`;

/** The newest documents of a kind that the actor sees, and that fulfil the condition. */
async function read(
  db: Queryable,
  actor: Actor,
  document: AnyDocument,
  limit: number,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): Promise<Row[]> {
  const { table, number, find, scope } = document;
  const inTable = (column: string) => sql.ref(`${table}.${column}`);
  const told = [...new Set([...find.numbers, ...find.words])].map((column) => sql`, ${inTable(column)}`);
  const { rows } =
    await sql<Row>`select ${inTable('_id')}, ${inTable(number)} as number, ${inTable('status')},
      ${sql.ref(scope.branch)} as branch, substr(${inTable(find.day)}, 1, 10) as day,
      b.name as ${sql.ref('branchName')}, b.${sql.ref('nameAlt')} as ${sql.ref('branchNameAlt')}${sql.join(told, sql``)}
    from ${sql.table(table)} left join branches as b on b.${sql.ref('_id')} = ${sql.ref(scope.branch)}
    where ${scopeCondition(actor, scope)} and ${condition}
    order by ${inTable('createdAt')} desc, ${inTable('_id')} desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

function toHit(document: AnyDocument, row: Row, q: string): DocumentHit {
  const { _id, number, status, branch, branchName, branchNameAlt, day } = row;
  const matched = isIn(number, q) ? null : (otherNumber(document, row, q) ?? quoteOf(document, row, q));
  const place = { branch, branchName: branchName ?? branch, branchNameAlt };
  return { collection: document.collection, _id, number, status, ...place, day, matched };
}

const isIn = (text: string, q: string): boolean => foldText(text).includes(foldText(q));

function otherNumber({ find }: AnyDocument, row: Row, q: string): string | null {
  return find.numbers.map((column) => row[column] ?? '').find((number) => isIn(number, q)) ?? null;
}

/** What of the words on it holds the text, from where it does so; null where none do. */
function quoteOf({ find }: AnyDocument, row: Row, q: string): string | null {
  const words = find.words.map((column) => row[column] ?? '').find((text) => isIn(text, q));
  return words === undefined ? null : words.slice(0, longestQuote);
}

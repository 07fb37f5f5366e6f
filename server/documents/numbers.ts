import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '#domain/text.ts';
import { likePattern } from '../db/like.ts';
import type { Queryable } from '../db/types.ts';
import type { AnyDocument } from './define.ts';

/** Documents that a search names one by one; beyond that their numbers' beginning says it shorter. */
const maxIds = 500;

/** What a text stands for among the numbers of a kind of document. */
interface NumberMatch {
  /** The documents, where they are few enough to be named. */
  ids: string[];
  /** How their numbers begin, where they are not. */
  numbersFrom: string | null;
}

const numberColumns = ({ table, find }: AnyDocument) =>
  find.numbers.map((column) => sql.ref(`${table}.${column}`));

/** Documents with a number that begins with a text, which is in capitals. */
export function numberStartsWith(document: AnyDocument, text: string): RawBuilder<SqlBool> {
  const ways = numberColumns(document).map(
    (column) => sql`(${column} >= ${text} and ${column} < ${`${text}\u{ffff}`})`,
  );
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}

/**
 * The documents of a kind with a number that begins with a text, or that ends in it where it is digits, in any series.
 * Whose they are is not asked here.
 */
export async function findIdsByNumber(
  db: Queryable,
  document: AnyDocument,
  text: string,
): Promise<NumberMatch> {
  const typed = text.toUpperCase();
  const series = /^\d{1,9}$/.test(text) ? await db.selectFrom('sequences').select('name').execute() : [];
  const numbers = sql.join(series.map(({ name }) => `${name}-${text.padStart(6, '0')}`));
  const named = numberColumns(document).map((column) => sql`${column} in (${numbers})`);
  const ways = [numberStartsWith(document, typed), ...(series.length > 0 ? named : [])];
  const { rows } = await sql<{ _id: string }>`select ${sql.ref('_id')} from ${sql.table(document.table)}
    where ${sql.join(ways, sql` or `)} limit ${sql.lit(maxIds + 1)}`.execute(db);
  const isMany = rows.length > maxIds;
  return { ids: isMany ? [] : rows.map(({ _id }) => _id), numbersFrom: isMany ? typed : null };
}

/** The branches and kitchens with a name like that. */
export async function findLocationsByName(db: Queryable, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('branches')
    .select('_id')
    .where('search', 'like', likePattern(foldText(text)))
    .execute();
  return rows.map(({ _id }) => _id);
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '#core/text.ts';
import { likePattern } from '#platform/server/db/like.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { AnyDocument } from './define.ts';

/**
 * Maximum number of documents listed by id; if there are more, the number prefix is used as the condition.
 */
const maxIds = 500;

/** Documents whose numbers match a search text. */
interface NumberMatch {
  /** Ids, unless there are too many. */
  ids: string[];
  /** Number prefix, if there are too many ids. */
  numberPrefix: string | null;
}

const numberColumns = ({ table, searchColumns }: AnyDocument) =>
  searchColumns.numbers.map((column) => sql.ref(`${table}.${column}`));

/** Condition for documents with a number that starts with an upper-case text. */
export function numberStartsWith(document: AnyDocument, text: string): RawBuilder<SqlBool> {
  const conditions = numberColumns(document).map(
    (column) => sql`(${column} >= ${text} and ${column} < ${`${text}\u{ffff}`})`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * Finds documents whose number starts with a text or, for digits, is that number in any series. Doesn't check
 * scope.
 */
export async function findIdsByNumber(
  db: Queryable,
  document: AnyDocument,
  text: string,
): Promise<NumberMatch> {
  const prefix = text.toUpperCase();
  const series = /^\d{1,9}$/.test(text) ? await db.selectFrom('sequences').select('name').execute() : [];
  const numbers = sql.join(series.map(({ name }) => `${name}-${text.padStart(6, '0')}`));
  const matchesSeries = numberColumns(document).map((column) => sql`${column} in (${numbers})`);
  const conditions = [numberStartsWith(document, prefix), ...(series.length > 0 ? matchesSeries : [])];
  const { rows } = await sql<{ _id: string }>`select ${sql.ref('_id')} from ${sql.table(document.table)}
    where ${sql.join(conditions, sql` or `)} limit ${sql.lit(maxIds + 1)}`.execute(db);
  const isTruncated = rows.length > maxIds;
  return { ids: isTruncated ? [] : rows.map(({ _id }) => _id), numberPrefix: isTruncated ? prefix : null };
}

/** Returns the ids of branches and kitchens whose name contains a text. */
export async function findLocationsByName(db: Queryable, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('branches')
    .select('_id')
    .where('search', 'like', likePattern(foldText(text)))
    .execute();
  return rows.map(({ _id }) => _id);
}

import { type RawBuilder, sql } from 'kysely';

/**
 * Returns a LIKE pattern that finds a literal text anywhere in a column: `%`, `_` and `\` are escaped on both
 * engines. Pass folded text for a folded column.
 *
 * @example sql`${sql.ref('name')} like ${likePattern('50 %')}`
 */
export function likePattern(text: string): RawBuilder<string> {
  return sql<string>`${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

/** Returns a LIKE pattern for an element of a list that is stored as JSON text. */
export const likeJsonElement = (word: string): RawBuilder<string> => likePattern(JSON.stringify(word));

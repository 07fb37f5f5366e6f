import { type RawBuilder, sql } from 'kysely';

/**
 * What `like` is given to find a text anywhere in a column, taken by the letter: `%`, `_` and `\` mean themselves on
 * both engines. Hand in folded text where the column holds folded text.
 *
 * @example sql`${sql.ref('name')} like ${likePattern('50 %')}`
 */
export function likePattern(text: string): RawBuilder<string> {
  return sql<string>`${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

/** The same for an element of a list that is kept as JSON text. */
export const likeJsonElement = (word: string): RawBuilder<string> => likePattern(JSON.stringify(word));

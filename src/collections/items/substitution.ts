import { readText, readTexts } from '#contract/tolerant.ts';
import { readOne, readQuery } from '../read-query.ts';

/**
 * Queries the substitutes of an item: the usual ones, and whether others are allowed, if the server sends it.
 */
export function substitutionQuery(itemId: string) {
  return readQuery({
    collection: 'items_data',
    key: ['substitution', itemId],
    lifetime: 'items',
    path: `items/${encodeURIComponent(itemId)}`,
    read: (reply) =>
      readOne(reply, (row) => ({
        usual: readTexts(row['substitutes']),
        substituting: readText(row['substituting']),
      })),
  });
}

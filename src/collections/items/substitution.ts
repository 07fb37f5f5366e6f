import { readText, readTexts } from '#contract/tolerant.ts';
import { readOne, readQuery } from '../read-query.ts';

/** What may stand in for an item: the usual ones, and whether something else may go at all; as far as the server says. */
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

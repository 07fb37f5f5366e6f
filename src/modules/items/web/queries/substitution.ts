import { itemSubstitution } from '../../shapes.ts';
import { readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

/**
 * Queries the substitutes of an item: the preferred ones and, if the server returns it, whether others are
 * allowed.
 */
export function substitutionQuery(itemId: string) {
  return readQuery({
    collection: 'items_data',
    key: ['substitution', itemId],
    lifetime: 'items',
    path: `items/${encodeURIComponent(itemId)}`,
    read: (reply) =>
      readOne(reply, (row) => {
        const { substitutes, substituting } = readObject(itemSubstitution, row);
        return { usual: substitutes, substituting };
      }),
  });
}

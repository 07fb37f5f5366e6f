import { readBoolean, readId, readNumberValue } from '#contract/tolerant.ts';
import { readList, readQuery } from '../read-query.ts';

/**
 * What one piece nominally weighs, in base units, by item: of those that are counted in pieces. None where the server
 * has no such items.
 */
export function pieceWeightsQuery() {
  return readQuery({
    collection: 'items_data',
    key: ['piece-weights'],
    lifetime: 'items',
    path: 'items',
    search: { catchWeight: true, limit: 500 },
    read: (reply) =>
      new Map(
        readList(reply, (row) => {
          const [_id, weight] = [readId(row), readNumberValue(row['pieceWeight'])];
          return _id !== null && readBoolean(row['catchWeight']) && weight ? ([_id, weight] as const) : null;
        }).rows,
      ),
  });
}

import { readBoolean, readId, readNumberValue } from '#contract/tolerant.ts';
import { readList, readQuery } from '../read-query.ts';

/**
 * Queries the nominal weight of one piece in base units, by catch weight item. Empty if the server has no
 * such items.
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

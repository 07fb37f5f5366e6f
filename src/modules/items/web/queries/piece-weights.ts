import { pieceWeight } from '../../shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

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
        readRows(reply, pieceWeight).flatMap(({ _id, catchWeight, pieceWeight: weight }) =>
          catchWeight && weight ? [[_id, weight] as const] : [],
        ),
      ),
  });
}

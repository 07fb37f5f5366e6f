import type { QueryClient } from '@tanstack/react-query';
import type { HoldLotInput } from '#contract/lots.ts';
import { quantityOf } from '#contract/document-fields.ts';
import { type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readList, readQuery } from '../read-query.ts';

/** What a place has of a lot, in the item's base unit. */
export interface ShelfLot {
  itemId: string;
  /** Null for what nobody named a lot for. */
  lot: string | null;
  /** The last day on which it is good. */
  expiry: string | null;
  onHand: number;
  picked: number;
  /** usable, expired or held; another server's own word is shown as usable. */
  state: string;
  /** Who put it on hold and why; null where it is not. */
  hold: { byName: string; reasonCode: string; note: string | null } | null;
  version: number | null;
}

/** The lots of an item at a place, the earliest expiry first; none where it is not kept by lots, or the server has none. */
export function shelfLotsQuery(itemId: string, placeId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', itemId, placeId],
    lifetime: 'orders',
    path: 'lots',
    search: { itemId, placeId, limit: 500 },
    read: (reply) => readList(reply, readLot).rows,
  });
}

/** Puts a lot on hold everywhere, or releases it. Throws `ApiError`. */
export async function sendHold(
  queryClient: QueryClient,
  input: HoldLotInput,
  version: number | null,
  idempotencyKey: string,
): Promise<void> {
  await api.send('patch', 'lots', { json: input, ifMatch: version, idempotencyKey });
  await queryClient.invalidateQueries({ queryKey: ['stock_data', 'lots'] });
}

function readLot(row: JsonRecord): ShelfLot | null {
  const itemId = text(row['itemId']);
  if (itemId === null) return null;
  const hold = record(row['hold']);
  return {
    itemId,
    lot: text(row['lot']),
    expiry: text(row['expiry']),
    onHand: quantityOf(row['onHand']) ?? 0,
    picked: quantityOf(row['picked']) ?? 0,
    state: text(row['state']) ?? 'usable',
    hold:
      text(hold['at']) === null
        ? null
        : {
            byName: text(hold['byName']) ?? '',
            reasonCode: text(hold['reasonCode']) ?? 'other',
            note: text(hold['note']),
          },
    version: number(row['version']),
  };
}

import type { QueryClient } from '@tanstack/react-query';
import type { HoldLotInput } from '#contract/lots.ts';
import { readQuantity } from '#contract/read-shape.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** Quantity of a lot at a location, in the item's base unit. */
export interface LocationLot {
  itemId: string;
  /** Null for stock without a lot. */
  lot: string | null;
  /** Last good day. */
  expiry: string | null;
  onHand: number;
  picked: number;
  /** usable, expired or held; unknown states of other servers are shown as usable. */
  state: string;
  /** User and reason of the lot hold; null if there is none. */
  hold: {
    at: string;
    byName: string;
    reasonCode: string;
    note: string | null;
    recallId: string | null;
  } | null;
  version: number | null;
}

/** Queries an item's lots at a location in FEFO order; empty if the item or server has no lots. */
export function locationLotsQuery(itemId: string, placeId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', itemId, placeId],
    lifetime: 'orders',
    path: 'lots',
    search: { itemId, placeId, limit: 500 },
    read: (reply) => readList(reply, readLot).rows,
  });
}

/** Quantity of a lot at a location, with the location's name. */
export interface NamedLocationLot extends LocationLot {
  placeId: string;
  placeName: string;
  usable: number;
}

/** Queries an item's lots at all visible locations in FEFO order. */
export function itemLotsQuery(itemId: string) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', itemId, 'everywhere'],
    lifetime: 'orders',
    path: 'lots',
    search: { itemId, limit: mostPlaced },
    read: (reply) =>
      readList(reply, (row): NamedLocationLot | null => {
        const lot = readLot(row);
        return (
          lot && {
            ...lot,
            placeId: readText(row['placeId']) ?? '',
            placeName: readText(row['placeName']) ?? '',
            usable: readQuantity(row['usable']) ?? 0,
          }
        );
      }),
  });
}
const mostPlaced = 500;

/** A lot with its quantities by location; the total may be 0. */
export interface FoundLot extends LocationLot {
  itemName: string;
  itemCode: string;
  unitSymbol: string;
  cameOn: string | null;
  placeCount: number;
  inTransit: number;
  onHold: number;
}

export interface LotFilter {
  q?: string | undefined;
  itemId?: string | undefined;
  lot?: string | undefined;
  state?: 'held' | undefined;
}

/** Number of lots per page. */
export const lotPageSize = 50;

/** Queries lots by code or item, last received first, including used-up ones. */
export function lotSearchQuery(filter: LotFilter, page = 1) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'known', filter, page],
    lifetime: 'orders',
    path: 'lots/known',
    search: { ...filter, page, limit: lotPageSize },
    read: (reply) => readList(reply, readFound).rows,
  });
}

function readFound(row: JsonRecord): FoundLot | null {
  const lot = readNamedLot(row);
  return (
    lot && {
      ...lot,
      cameOn: readText(row['cameOn']),
      placeCount: readNumberValue(row['placeCount']) ?? 0,
      inTransit: readQuantity(row['inTransit']) ?? 0,
      onHold: readQuantity(row['onHold']) ?? 0,
    }
  );
}

/** Reads a lot with its item's names; null without a lot code. */
export function readNamedLot(row: JsonRecord) {
  const lot = readLot(row);
  return (
    lot && {
      ...lot,
      id: readText(row['_id']),
      itemCode: readText(row['itemCode']) ?? '',
      itemName: shownNames(readText(row['itemName']) ?? '', readText(row['itemNameAlt'])).name,
      unitSymbol: readText(row['unitSymbol']) ?? '',
    }
  );
}

/**
 * Puts a lot on hold everywhere, or releases it. Throws `ApiError`; lots are refetched in that case too,
 * because someone else may have decided.
 */
export async function updateLotHold(
  queryClient: QueryClient,
  input: HoldLotInput,
  version: number | null,
  idempotencyKey: string,
): Promise<void> {
  const renewed = () => queryClient.invalidateQueries({ queryKey: ['stock_data', 'lots'] });
  try {
    await api.send('patch', 'lots', { json: input, ifMatch: version, idempotencyKey });
  } catch (error) {
    void renewed();
    throw error;
  }
  await renewed();
}

function readLot(row: JsonRecord): LocationLot | null {
  const itemId = readText(row['itemId']);
  if (itemId === null) return null;
  const hold = readRecord(row['hold']);
  return {
    itemId,
    lot: readText(row['lot']),
    expiry: readText(row['expiry']),
    onHand: readQuantity(row['onHand']) ?? 0,
    picked: readQuantity(row['picked']) ?? 0,
    state: readText(row['state']) ?? 'usable',
    hold:
      readText(hold['at']) === null
        ? null
        : {
            at: readText(hold['at']) ?? '',
            byName: readText(hold['byName']) ?? '',
            reasonCode: readText(hold['reasonCode']) ?? 'other',
            note: readText(hold['note']),
            recallId: readText(hold['recallId']),
          },
    version: readNumberValue(row['version']),
  };
}

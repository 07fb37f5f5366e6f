import type { Posting } from '../postings.ts';
import { fromMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { type ApiProblem, problem } from '#platform/server/http/problems.ts';

/** Required and available quantity of an item at a place, in base units. */
interface Shortage {
  place: { placeId: string; name: string };
  itemId: string;
  /** Undefined if the item doesn't exist. */
  item: { name: string; symbol: string | null } | undefined;
  /** Set if a single lot is short: its code and its display label. */
  lot?: { code: string; label: string };
  neededMicro: number;
  availableMicro: number;
  /** The request field that the error refers to. */
  field?: string;
}

/** Builds the error for a shortage, and its details for clients. */
export function describeShortage(shortage: Omit<Shortage, 'field'>) {
  const { place, itemId, item, lot } = shortage;
  const neededQty = fromMicro(shortage.neededMicro);
  const available = fromMicro(Math.max(0, shortage.availableMicro));
  const unit = item?.symbol ?? '';
  const params = {
    item: item?.name ?? 'stock',
    place: place.name,
    needed: `${neededQty} ${unit}`,
    available: `${available} ${unit}`,
  };
  const error = lot
    ? refusal('lot-not-enough', { lot: lot.label, ...params })
    : refusal('not-enough', params);
  const position = { itemId, itemName: item?.name, placeId: place.placeId, placeName: place.name };
  return { error, details: { ...position, ...(lot && { lot: lot.code }), needed: neededQty, available } };
}

/** Returns 409 INSUFFICIENT_STOCK with item, place, required and available quantity. */
export function insufficientStock({ field, ...shortage }: Shortage): ApiProblem {
  const { error, details } = describeShortage(shortage);
  return problem('INSUFFICIENT_STOCK', error, {
    ...(field !== undefined && { fields: { [field]: error } }),
    details,
  });
}

/** Loads an item's name and unit for a shortage. */
export const loadShortageItem = (tx: Tx, itemId: string) =>
  tx
    .selectFrom('items')
    .leftJoin('units', 'units._id', 'items.baseUnit')
    .select(['items.name', 'units.symbol'])
    .where('items._id', '=', itemId)
    .executeTakeFirst();

/** The quantity field of a document, by type. */
export const quantityField: Readonly<Record<string, (posting: Posting) => string>> = {
  order: ({ docLineId, kind }) => `items.${docLineId}.${kind === 'ship' ? 'shippedQty' : 'receivedQty'}`,
  transfer: ({ docLineId, kind }) =>
    `items.${docLineId}.${/(_out|^supplier_return)$/.test(kind) ? 'shippedQty' : 'receivedQty'}`,
  discrepancy: () => 'action',
};

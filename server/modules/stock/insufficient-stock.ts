import type { Posting } from '#domain/stock/postings.ts';
import { fromMicro } from '#domain/quantity.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import type { Tx } from '../../db/types.ts';
import { type ApiProblem, problem } from '../../http/problems.ts';

/** What is wanted of an item at a place, and what is there of it, in base units. */
interface Shortage {
  place: { placeId: string; name: string };
  itemId: string;
  /** As far as they are known. */
  item: { name: string; symbol: string | null } | undefined;
  /** Of one lot alone: its code, and how people are told it. */
  lot?: { code: string; said: string };
  wantedMicro: number;
  availableMicro: number;
  /** The field that a client says it under. */
  field?: string;
}

/** What is said of a shortage, and what tells clients of it. */
export function describeShortage(shortage: Omit<Shortage, 'field'>) {
  const { place, itemId, item, lot } = shortage;
  const wanted = fromMicro(shortage.wantedMicro);
  const available = fromMicro(Math.max(0, shortage.availableMicro));
  const unit = item?.symbol ?? '';
  const said = {
    item: item?.name ?? 'stock',
    place: place.name,
    wanted: `${wanted} ${unit}`,
    available: `${available} ${unit}`,
  };
  const why = lot ? refusal('lot-not-enough', { lot: lot.said, ...said }) : refusal('not-enough', said);
  const named = { itemId, itemName: item?.name, placeId: place.placeId, placeName: place.name };
  return { why, details: { ...named, ...(lot && { lot: lot.code }), wanted, available } };
}

/** 409 INSUFFICIENT_STOCK: names item and place, what is wanted and what is available. */
export function insufficientStock({ field, ...shortage }: Shortage): ApiProblem {
  const { why, details } = describeShortage(shortage);
  return problem('INSUFFICIENT_STOCK', why, {
    ...(field !== undefined && { fields: { [field]: why } }),
    details,
  });
}

/** An item as a shortage names it. */
export const loadShortageItem = (tx: Tx, itemId: string) =>
  tx
    .selectFrom('items')
    .leftJoin('units', 'units._id', 'items.baseUnit')
    .select(['items.name', 'units.symbol'])
    .where('items._id', '=', itemId)
    .executeTakeFirst();

/** The field that says a quantity, by what is posted. */
export const quantityField: Readonly<Record<string, (posting: Posting) => string>> = {
  order: ({ docLineId, kind }) => `items.${docLineId}.${kind === 'ship' ? 'shippedQty' : 'receivedQty'}`,
  transfer: ({ docLineId, kind }) =>
    `items.${docLineId}.${/(_out|^supplier_return)$/.test(kind) ? 'shippedQty' : 'receivedQty'}`,
  discrepancy: () => 'action',
};

import { useQuery } from '@tanstack/react-query';
import type { ReceiptRequirement, ReceiptPrice } from '#contract/goods-receipts.ts';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { readRecord, readReference } from '#contract/tolerant.ts';
import { receiptRequirementsQuery, receiptPricesQuery } from '#src/collections/documents/goods-receipts.ts';
import { type LocationItem, useLocationItems } from '#src/entities/item/location-items.ts';
import { type SoldPack, useSoldPacks } from '#src/entities/item/sold-packs.tsx';
import { useNames } from '#src/entities/reference/use-names.ts';
import { type ReceiptEntryRow, type ReceiptEntryDraft, receiptEntryRows } from './entry-draft.ts';

/** What a form of a receipt works on. */
export interface ReceiptEntryData {
  rows: readonly ReceiptEntryRow[];
  /** The items that may come; null while they are on their way. */
  items: readonly LocationItem[] | null;
  /** By item: what it asks for when it comes. */
  requirements: ReadonlyMap<string, ReceiptRequirement>;
  /** By item: its last receipts, the latest first. */
  lastReceipts: ReadonlyMap<string, readonly ReceiptPrice[]>;
  packs: readonly SoldPack[];
  /** In which money the supplier is paid; null for that of the business. */
  currency: string | null;
}

/** The lines of a receipt while it is entered, with what is known of their items. */
export function useReceiptEntryRows(order: PurchaseOrder | null, draft: ReceiptEntryDraft): ReceiptEntryData {
  const { place, supplier } = draft;
  const names = useNames(['suppliers']);
  const items = useLocationItems(place === '' ? undefined : place);
  const unitOf = (itemId: string, unit: string | null) =>
    items?.find(({ _id }) => _id === itemId)?.units.find(({ id }) => id === unit) ?? null;
  const rows = receiptEntryRows(order, draft, ({ itemId, packagingId, unit }) =>
    packagingId === null ? unitOf(itemId, unit) : null,
  );
  const ids = [...new Set(rows.map(({ itemId }) => itemId))].toSorted();
  const asks = useQuery({
    ...receiptRequirementsQuery(ids, supplier),
    enabled: ids.length > 0 && supplier !== '',
  });
  const prices = useQuery({ ...receiptPricesQuery(ids), enabled: ids.length > 0 });
  const packs = useSoldPacks(supplier);
  const seller = names.row('suppliers', supplier);
  return {
    rows,
    items,
    requirements: new Map(asks.data?.map((ask) => [ask.itemId, ask])),
    lastReceipts: Map.groupBy(prices.data ?? [], ({ itemId }) => itemId),
    packs,
    currency: readReference(readRecord(readRecord(seller)['values'])['currency'])?.id ?? null,
  };
}

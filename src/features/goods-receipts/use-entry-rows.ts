import { useQuery } from '@tanstack/react-query';
import type { ReceiptRequirement, ReceiptPrice } from '#contract/shapes/goods-receipts.ts';
import type { PurchaseOrder } from '#contract/shapes/purchase-orders.ts';
import { readRecord, readReference } from '#contract/tolerant.ts';
import { receiptRequirementsQuery, receiptPricesQuery } from '#src/collections/documents/goods-receipts.ts';
import { type LocationItem, useLocationItems } from '#src/entities/item/location-items.ts';
import { type SoldPack, useSoldPacks } from '#src/entities/item/sold-packs.tsx';
import { useNames } from '#src/entities/reference/use-names.ts';
import { type ReceiptEntryRow, type ReceiptEntryDraft, receiptEntryRows } from './entry-draft.ts';

/** Data of the receipt form. */
export interface ReceiptEntryData {
  rows: readonly ReceiptEntryRow[];
  /** Items that can be received; null while loading. */
  items: readonly LocationItem[] | null;
  /** Receipt requirements by item. */
  requirements: ReadonlyMap<string, ReceiptRequirement>;
  /** Last receipts by item, latest first. */
  lastReceipts: ReadonlyMap<string, readonly ReceiptPrice[]>;
  packs: readonly SoldPack[];
  /** Currency of the supplier; null for the base currency. */
  currency: string | null;
}

/** Loads the form rows and the data of their items. */
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
  const receiptAsks = useQuery({
    ...receiptRequirementsQuery(ids, supplier),
    enabled: ids.length > 0 && supplier !== '',
  });
  const prices = useQuery({ ...receiptPricesQuery(ids), enabled: ids.length > 0 });
  const packs = useSoldPacks(supplier);
  const seller = names.row('suppliers', supplier);
  return {
    rows,
    items,
    requirements: new Map(receiptAsks.data?.map((each) => [each.itemId, each])),
    lastReceipts: Map.groupBy(prices.data ?? [], ({ itemId }) => itemId),
    packs,
    currency: readReference(readRecord(readRecord(seller)['values'])['currency'])?.id ?? null,
  };
}

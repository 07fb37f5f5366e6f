import { useQuery } from '@tanstack/react-query';
import type { ReceiptRequirement, ReceiptPrice } from '../shapes.ts';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import { readRecord, readReference } from '#platform/shapes/tolerant.ts';
import { receiptRequirementsQuery, receiptPricesQuery } from './queries.ts';
import { type LocationItem, useLocationItems } from '#modules/items/web/location-items.ts';
import { type SoldPack, useSoldPacks } from '#modules/items/web/sold-packs.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { type ReceiptEntryRow, type ReceiptEntryDraft, buildReceiptEntryRows } from './entry-draft.ts';

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
  const findUnit = (itemId: string, unit: string | null) =>
    items?.find(({ _id }) => _id === itemId)?.units.find(({ id }) => id === unit) ?? null;
  const rows = buildReceiptEntryRows(order, draft, ({ itemId, packagingId, unit }) =>
    packagingId === null ? findUnit(itemId, unit) : null,
  );
  const ids = [...new Set(rows.map(({ itemId }) => itemId))].toSorted();
  const requirementsQuery = useQuery({
    ...receiptRequirementsQuery(ids, supplier),
    enabled: ids.length > 0 && supplier !== '',
  });
  const prices = useQuery({ ...receiptPricesQuery(ids), enabled: ids.length > 0 });
  const packs = useSoldPacks(supplier);
  const supplierRow = names.getRow('suppliers', supplier);
  return {
    rows,
    items,
    requirements: new Map(requirementsQuery.data?.map((requirement) => [requirement.itemId, requirement])),
    lastReceipts: Map.groupBy(prices.data ?? [], ({ itemId }) => itemId),
    packs,
    currency: readReference(readRecord(readRecord(supplierRow)['values'])['currency'])?.id ?? null,
  };
}

import { useQuery } from '@tanstack/react-query';
import { packagings } from '#modules/packagings/collection.ts';
import type { PurchaseDraftsInput } from '../input.ts';
import type { PurchaseProposal } from '../shapes.ts';
import { readNumberValue, readRecord, readReference, readText } from '#platform/shapes/tolerant.ts';
import type { SupplierTerms } from '../order-limits.ts';
import { purchaseProposalQuery } from './queries.ts';
import { readSupplierTerms } from './supplier-limits.tsx';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { allResourceQuery } from '#modules/master-data/web/queries/resources.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';

/** Pack that can be bought, with its proposed quantity. */
export interface PurchaseEntryRow {
  packagingId: string;
  itemId: string;
  itemName: string;
  packName: string;
  isPreferred: boolean;
  /** Barcode and supplier item code of the pack, and codes of its item; empty for proposed packs. */
  packCodes: readonly string[];
  itemCodes: readonly string[];
  supplier: string;
  supplierName: string;
  currency: string | null;
  terms: SupplierTerms;
  orderMultiple: number | null;
  price: number | null;
  /** Quantity that brings the location back to par; null if none is proposed. */
  proposed: number | null;
  /** Quantity in existing drafts, in base units. */
  drafted: number;
  draftNumbers: readonly string[];
  /** Basis of the proposal. */
  need: Pick<
    PurchaseProposal,
    | 'available'
    | 'incoming'
    | 'usageBeforeDelivery'
    | 'target'
    | 'baseSymbol'
    | 'coveredDays'
    | 'basis'
    | 'reason'
  > | null;
}

/** Quantities and prices entered in place of the proposed ones, by pack id; null means "don't buy". */
export interface PurchaseEntryDraft {
  qty: Readonly<Record<string, number | null>>;
  price: Readonly<Record<string, number | null>>;
}

const emptyPurchaseEntry: PurchaseEntryDraft = { qty: {}, price: {} };

/** Drafts by user, location and source; stored on this device until the purchase drafts are created. */
export const purchaseEntryDrafts = defineDraft<PurchaseEntryDraft>({
  name: 'purchase',
  empty: () => emptyPurchaseEntry,
  isEmpty: ({ qty, price }) => Object.keys(qty).length + Object.keys(price).length === 0,
  read: (stored) => ({ qty: readAmounts(stored['qty']), price: readAmounts(stored['price']) }),
});

const readAmounts = (stored: unknown): Record<string, number | null> =>
  Object.fromEntries(Object.entries(readRecord(stored)).map(([key, value]) => [key, readNumberValue(value)]));

/**
 * Returns the packs that can be bought for a location: those of items below par, or everything that one
 * supplier sells; null while loading.
 */
export function usePurchaseEntryRows(
  place: string,
  supplier: string | null,
): { rows: readonly PurchaseEntryRow[] | null; error: Error | null; retry(): void } {
  const names = useNames(['suppliers']);
  const proposal = useQuery({ ...purchaseProposalQuery(place), enabled: place !== '' });
  const packs = useQuery({
    ...allResourceQuery(packagings, { supplierId: supplier ?? '' }),
    enabled: supplier !== null,
  });
  const items = useQuery({ ...compactItemsQuery(), enabled: supplier !== null });
  const retry = () => void (supplier === null ? proposal : packs).refetch();
  if (supplier === null)
    return { rows: proposal.data?.map(toEntryRow) ?? null, error: proposal.error, retry };
  const supplierRow = names.getRow('suppliers', supplier);
  if (!packs.data || !items.data || !supplierRow) return { rows: null, error: packs.error, retry };
  const proposed = new Map(proposal.data?.map((row) => [row.packagingId, toEntryRow(row)]));
  const active = new Map(items.data.filter(({ isActive }) => isActive).map((item) => [item._id, item]));
  const values = readRecord(readRecord(supplierRow)['values']);
  const rows = packs.data.rows.flatMap(({ _id, name, isActive, values: pack }): PurchaseEntryRow[] => {
    const item = active.get(readReference(pack['itemId'])?.id ?? '');
    if (!isActive || !item || readReference(pack['supplierId'])?.id !== supplier) return [];
    return [
      {
        packagingId: _id,
        itemId: item._id,
        itemName: item.name,
        packName: name,
        isPreferred: pack['preferred'] === true,
        packCodes: [readText(pack['barcode']), readText(pack['supplierItemCode'])].filter(
          (code) => code !== null,
        ),
        itemCodes: [item.itemCode, ...item.barcodes],
        supplier,
        supplierName: supplierRow.name,
        currency: readReference(values['currency'])?.id ?? null,
        terms: readSupplierTerms(supplierRow),
        orderMultiple: readNumberValue(pack['orderMultiple']),
        price: readNumberValue(pack['price']),
        proposed: null,
        drafted: proposed.get(_id)?.drafted ?? 0,
        draftNumbers: proposed.get(_id)?.draftNumbers ?? [],
        need: proposed.get(_id)?.need ?? null,
      },
    ];
  });
  return { rows: rows.toSorted((a, b) => a.itemName.localeCompare(b.itemName)), error: null, retry };
}

const toEntryRow = ({
  qty,
  available,
  incoming,
  usageBeforeDelivery,
  target,
  baseSymbol,
  coveredDays,
  basis,
  reason,
  minOrderValue,
  freight,
  freeFreightFrom,
  ...row
}: PurchaseProposal): PurchaseEntryRow => ({
  ...row,
  isPreferred: false,
  packCodes: [],
  itemCodes: [],
  terms: { minOrderValue, freight, freeFreightFrom },
  proposed: qty === 0 ? null : qty,
  need: { available, incoming, usageBeforeDelivery, target, baseSymbol, coveredDays, basis, reason },
});

/** Returns the quantity of a pack: the entered one, otherwise the proposed one; null if there is none. */
export const getRowQty = (
  { packagingId, proposed }: PurchaseEntryRow,
  { qty }: PurchaseEntryDraft,
): number | null => (packagingId in qty ? (qty[packagingId] ?? null) : proposed);

/** Returns the price of a pack: the entered one, otherwise the current one; null if there is none. */
export const getRowPrice = (
  { packagingId, price }: PurchaseEntryRow,
  draft: PurchaseEntryDraft,
): number | null => draft.price[packagingId] ?? price;

/** Builds one purchase order per supplier at the displayed prices; rows without a quantity are skipped. */
export function buildOrderDrafts(
  rows: readonly PurchaseEntryRow[],
  draft: PurchaseEntryDraft,
): PurchaseDraftsInput['orders'] {
  const ordered = rows.filter((row) => (getRowQty(row, draft) ?? 0) > 0);
  return [...Map.groupBy(ordered, ({ supplier }) => supplier)].map(([supplier, lines]) => ({
    supplier,
    items: lines.map((row) => {
      const price = getRowPrice(row, draft);
      return {
        itemId: row.itemId,
        packagingId: row.packagingId,
        qty: getRowQty(row, draft) ?? 0,
        ...(price !== null && { price }),
      };
    }),
  }));
}

/** Returns the value of the goods of one supplier. */
export function computeSupplierTotal(rows: readonly PurchaseEntryRow[], draft: PurchaseEntryDraft): number {
  const value = rows.reduce(
    (sum, row) => sum + (getRowQty(row, draft) ?? 0) * (getRowPrice(row, draft) ?? 0),
    0,
  );
  return Math.round(value * 1e4) / 1e4;
}

/** Returns the item name of the first row without a price; null if all rows have one. */
export const findFirstUnpricedItem = (
  rows: readonly PurchaseEntryRow[],
  draft: PurchaseEntryDraft,
): string | null =>
  rows.find((row) => (getRowQty(row, draft) ?? 0) > 0 && getRowPrice(row, draft) === null)?.itemName ?? null;

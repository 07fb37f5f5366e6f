import { useQuery } from '@tanstack/react-query';
import { packagings } from '#contract/resources/packagings.ts';
import type { PurchaseDraftsInput, PurchaseProposal } from '#contract/purchase-orders.ts';
import { number, record, reference } from '#contract/tolerant.ts';
import { purchaseProposalQuery } from '#src/collections/documents/purchase-orders.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { allResourceQuery } from '#src/collections/master-data/resources.ts';
import { useNames } from '#src/entities/reference/use-names.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';

/** A pack that can be bought, with how much of it is proposed. */
export interface PurchaseEntryRow {
  packagingId: string;
  itemId: string;
  itemName: string;
  packName: string;
  supplier: string;
  supplierName: string;
  currency: string | null;
  minOrderValue: number | null;
  orderMultiple: number | null;
  price: number | null;
  /** What brings the place back to par; null where nothing is proposed. */
  proposed: number | null;
  /** What drafts would buy of the item already, in base units. */
  drafted: number;
  draftNumbers: readonly string[];
  /** Why it is proposed. */
  need: Pick<
    PurchaseProposal,
    'available' | 'coming' | 'usedUntil' | 'aim' | 'baseSymbol' | 'covers' | 'basis' | 'reason'
  > | null;
}

/** What somebody typed over what is proposed, by pack; null is "none of it". */
export interface PurchaseEntryDraft {
  qty: Readonly<Record<string, number | null>>;
  price: Readonly<Record<string, number | null>>;
}

export const emptyPurchaseEntry: PurchaseEntryDraft = { qty: {}, price: {} };

/** What is being bought, by person, place and source; kept on this device until the drafts are made. */
export const purchaseEntryDrafts = defineDraft<PurchaseEntryDraft>({
  name: 'purchase',
  empty: () => emptyPurchaseEntry,
  isEmpty: ({ qty, price }) => Object.keys(qty).length + Object.keys(price).length === 0,
  read: (kept) => ({ qty: amounts(kept['qty']), price: amounts(kept['price']) }),
});

const amounts = (kept: unknown): Record<string, number | null> =>
  Object.fromEntries(Object.entries(record(kept)).map(([key, value]) => [key, number(value)]));

/** What can be bought for a place: what is below par, or all that one supplier sells; null while it is on its way. */
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
    return { rows: proposal.data?.map(rowOfProposal) ?? null, error: proposal.error, retry };
  const seller = names.row('suppliers', supplier);
  if (!packs.data || !items.data || !seller) return { rows: null, error: packs.error, retry };
  const proposed = new Map(proposal.data?.map((row) => [row.packagingId, rowOfProposal(row)]));
  const active = new Map(items.data.filter(({ isActive }) => isActive).map((item) => [item._id, item]));
  const values = record(record(seller)['values']);
  const rows = packs.data.rows.flatMap(({ _id, name, isActive, values: pack }): PurchaseEntryRow[] => {
    const item = active.get(reference(pack['itemId'])?.id ?? '');
    if (!isActive || !item || reference(pack['supplierId'])?.id !== supplier) return [];
    return [
      {
        packagingId: _id,
        itemId: item._id,
        itemName: item.name,
        packName: name,
        supplier,
        supplierName: seller.name,
        currency: reference(values['currency'])?.id ?? null,
        minOrderValue: number(values['minOrderValue']),
        orderMultiple: number(pack['orderMultiple']),
        price: number(pack['price']),
        proposed: null,
        drafted: proposed.get(_id)?.drafted ?? 0,
        draftNumbers: proposed.get(_id)?.draftNumbers ?? [],
        need: proposed.get(_id)?.need ?? null,
      },
    ];
  });
  return { rows: rows.toSorted((a, b) => a.itemName.localeCompare(b.itemName)), error: null, retry };
}

const rowOfProposal = ({
  qty,
  available,
  coming,
  usedUntil,
  aim,
  baseSymbol,
  covers,
  basis,
  reason,
  ...row
}: PurchaseProposal): PurchaseEntryRow => ({
  ...row,
  proposed: qty === 0 ? null : qty,
  need: { available, coming, usedUntil, aim, baseSymbol, covers, basis, reason },
});

/** How much of a pack is bought, and at which price; null: none of it, and a price that nobody has said. */
export const entryRowQty = (
  { packagingId, proposed }: PurchaseEntryRow,
  { qty }: PurchaseEntryDraft,
): number | null => (packagingId in qty ? (qty[packagingId] ?? null) : proposed);
export const entryRowPrice = (
  { packagingId, price }: PurchaseEntryRow,
  draft: PurchaseEntryDraft,
): number | null => price ?? draft.price[packagingId] ?? null;

/** The orders that are made of it, one for each supplier, at the prices that are shown. A row of nothing is none. */
export function purchaseOrderDrafts(
  rows: readonly PurchaseEntryRow[],
  draft: PurchaseEntryDraft,
): PurchaseDraftsInput['orders'] {
  const wanted = rows.filter((row) => (entryRowQty(row, draft) ?? 0) > 0);
  return [...Map.groupBy(wanted, ({ supplier }) => supplier)].map(([supplier, lines]) => ({
    supplier,
    items: lines.map((row) => {
      const price = entryRowPrice(row, draft);
      return {
        itemId: row.itemId,
        packagingId: row.packagingId,
        qty: entryRowQty(row, draft) ?? 0,
        ...(price !== null && { price }),
      };
    }),
  }));
}

/** What the rows of one supplier come to, and whether that is below what it delivers from. */
export function supplierTotal(
  rows: readonly PurchaseEntryRow[],
  draft: PurchaseEntryDraft,
): { value: number; isBelow: boolean } {
  const value = rows.reduce(
    (sum, row) => sum + (entryRowQty(row, draft) ?? 0) * (entryRowPrice(row, draft) ?? 0),
    0,
  );
  const rounded = Math.round(value * 1e4) / 1e4;
  return { value: rounded, isBelow: rounded > 0 && rounded < (rows[0]?.minOrderValue ?? 0) };
}

/** The name of the first row whose price nobody knows; null where all have one. */
export const firstUnpricedItem = (
  rows: readonly PurchaseEntryRow[],
  draft: PurchaseEntryDraft,
): string | null =>
  rows.find((row) => (entryRowQty(row, draft) ?? 0) > 0 && entryRowPrice(row, draft) === null)?.itemName ??
  null;

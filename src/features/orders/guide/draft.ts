import type { CreateOrderInput, EditOrderInput, EditOrderLineInput, Order } from '#contract/orders.ts';
import { type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import type { GuideItem } from '#src/collections/orders/guide.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';
import { newLocalId } from '#src/lib/outbox/entry.ts';
import { useStore } from '#src/lib/store.ts';
import { takeBack } from '#src/lib/undo.ts';
import { newUuid } from '#src/lib/uuid.ts';
import type { GuideRow, GuideSection } from './guide-rows.ts';

/** What has been entered for one item. */
export interface OrderDraftLine {
  /** In the item's order unit; null is nothing entered. */
  qty: number | null;
  note: string;
  /** Filled by a button and not by a person: another fill may replace it. */
  isFilled: boolean;
}

/** A draft on the server whose lines are edited in the guide, at the version that was loaded. */
export interface EditedDraft {
  id: string;
  orderNo: string;
  version: number;
}

/** An order that has not left this device. */
export interface StoredOrderDraft {
  /** Becomes this one order and no other, however often and from however many tabs it is submitted. */
  localId: string;
  deliveryDate: string | null;
  orderType: string;
  notes: string;
  lines: Readonly<Record<string, OrderDraftLine>>;
  /** The saved draft that is edited here; absent for a new order. */
  order?: EditedDraft;
  /** Epoch ms of the last save on this device; null while nothing is entered. */
  savedAt: number | null;
}

/** A draft with nothing in it. */
export function newOrderDraft(): StoredOrderDraft {
  return {
    localId: newLocalId(newUuid()),
    deliveryDate: null,
    orderType: 'Regular',
    notes: '',
    lines: {},
    savedAt: null,
  };
}

/** The draft of one person for one branch; it stays theirs when somebody else uses the device. */
export const orderDrafts = defineDraft<StoredOrderDraft>({
  name: 'order-draft',
  empty: newOrderDraft,
  isEmpty: ({ savedAt }) => savedAt === null,
  holdsWork: ({ lines, notes }) => Object.keys(lines).length > 0 || notes !== '',
  read(kept) {
    const fresh = newOrderDraft();
    return {
      localId: text(kept['localId']) ?? fresh.localId,
      deliveryDate: text(kept['deliveryDate']),
      orderType: text(kept['orderType']) ?? fresh.orderType,
      notes: text(kept['notes']) ?? '',
      lines: Object.fromEntries(
        Object.entries(record(kept['lines'])).map(([itemId, value]) => [itemId, parseDraftLine(value)]),
      ),
      ...parseEditedDraft(record(kept['order'])),
      savedAt: number(kept['savedAt']),
    };
  },
});

function parseEditedDraft(row: JsonRecord): Pick<StoredOrderDraft, 'order'> {
  const [id, orderNo, version] = [text(row['id']), text(row['orderNo']), number(row['version'])];
  return id === null || orderNo === null || version === null ? {} : { order: { id, orderNo, version } };
}

/** The draft with a line changed; a line without quantity and note is no line. */
export function withDraftLine(
  draft: StoredOrderDraft,
  itemId: string,
  change: Partial<OrderDraftLine>,
  nowMs: number,
): StoredOrderDraft {
  const before = draft.lines[itemId] ?? { qty: null, note: '', isFilled: false };
  return withDraftLines(
    draft,
    { ...draft.lines, [itemId]: { ...before, isFilled: false, ...change } },
    nowMs,
  );
}

/** The draft with other lines. */
function withDraftLines(
  draft: StoredOrderDraft,
  lines: Readonly<Record<string, OrderDraftLine>>,
  nowMs: number,
): StoredOrderDraft {
  const kept = Object.entries(lines).filter(([, line]) => line.qty !== null || line.note !== '');
  return { ...draft, lines: Object.fromEntries(kept), savedAt: nowMs };
}

/** True for a line that would be ordered. */
export function isOrdered(line: OrderDraftLine | undefined): boolean {
  return (line?.qty ?? 0) > 0;
}

function parseDraftLine(value: unknown): OrderDraftLine {
  const row = record(value);
  return { qty: number(row['qty']), note: text(row['note']) ?? '', isFilled: row['isFilled'] === true };
}

/** The draft that this person is writing for a branch, and how it is changed. Every change is kept at once. */
export function useOrderDraft(userId: string, branch: string) {
  const store = orderDrafts.open(userId, branch);
  return {
    draft: useStore(store),
    store,
    setQuantity: (itemId: string, qty: number | null) =>
      store.set(withDraftLine(store.get(), itemId, { qty }, Date.now())),
    setNote: (itemId: string, note: string) => {
      const { isFilled = false } = store.get().lines[itemId] ?? {};
      store.set(withDraftLine(store.get(), itemId, { note, isFilled }, Date.now()));
    },
    setLines: (lines: Readonly<Record<string, OrderDraftLine>>) =>
      store.set(withDraftLines(store.get(), lines, Date.now())),
    /** Sets many lines at once. @returns takes that back, as far as nobody has changed them since */
    changeLines: (lines: Readonly<Record<string, OrderDraftLine>>) => {
      const before = store.get().lines;
      store.set(withDraftLines(store.get(), lines, Date.now()));
      const after = store.get().lines;
      return () => {
        const now = store.get();
        store.set(withDraftLines(now, takeBack(before, after, now.lines), Date.now()));
      };
    },
    change: (change: Partial<Pick<StoredOrderDraft, 'deliveryDate' | 'orderType' | 'notes'>>) =>
      store.set({ ...store.get(), ...change, savedAt: Date.now() }),
    clear: () => store.set(newOrderDraft()),
    replace: (draft: StoredOrderDraft) => store.set(draft),
    /** Brings a draft back; what has been entered since stays on top. */
    restore: (draft: StoredOrderDraft) => {
      const now = store.get();
      store.set({
        ...draft,
        deliveryDate: now.deliveryDate ?? draft.deliveryDate,
        notes: now.notes || draft.notes,
        lines: { ...draft.lines, ...now.lines },
        savedAt: Date.now(),
      });
    },
  };
}

/** A saved draft with its lines, to be edited in the guide. */
export const draftFromOrder = (
  order: Order,
  lines: Readonly<Record<string, OrderDraftLine>>,
): StoredOrderDraft => ({
  ...newOrderDraft(),
  deliveryDate: order.deliveryDate,
  orderType: order.orderType,
  notes: order.notes ?? '',
  lines,
  order: { id: order._id, orderNo: order.orderNo, version: order.version },
  savedAt: Date.now(),
});

/** The draft as the parts of the order guide get it. */
export type OrderDraft = ReturnType<typeof useOrderDraft>;

/** What the foot of the guide says. */
interface DraftTotals {
  lineCount: number;
  value: number;
  /** Lines ordered per section. */
  bySection: Readonly<Record<string, number>>;
  /** Items entered that this branch can no longer order. */
  gone: readonly string[];
}

/** Sums up the draft over the whole guide, whatever the filter shows. */
export function orderDraftTotals(
  draft: StoredOrderDraft,
  rowById: ReadonlyMap<string, GuideRow>,
): DraftTotals {
  const bySection: Record<string, number> = {};
  const gone: string[] = [];
  let [lineCount, value] = [0, 0];
  for (const [itemId, line] of Object.entries(draft.lines)) {
    if (!isOrdered(line)) continue;
    const row = rowById.get(itemId);
    if (!row) {
      gone.push(itemId);
      continue;
    }
    lineCount += 1;
    value += (line.qty ?? 0) * row.item.unitCost;
    bySection[row.sectionId] = (bySection[row.sectionId] ?? 0) + 1;
  }
  return { lineCount, value, bySection, gone };
}

/** All rows by item. */
export function guideRowsById(guide: readonly GuideSection[]): Map<string, GuideRow> {
  return new Map(guide.flatMap((section) => section.rows.map((row) => [row.item.itemId, row])));
}

/** More than this a line cannot hold: the order would be refused for what was suggested. */
const maxLineQty = 1_000_000;

/** Whether the guide says how much: that nothing is needed is said, too, and is not the same as that nobody knows. */
function hasSuggestion({ suggestedQty, reason }: GuideItem): boolean {
  const isKnown = suggestedQty > 0 || (reason !== null && reason.code !== 'nothing-known');
  return isKnown && suggestedQty <= maxLineQty;
}

/** What an ordered line says of its suggestion: nothing where the guide does not know. */
export const knownSuggestion = (item: GuideItem): { suggestedQty?: number } =>
  hasSuggestion(item) ? { suggestedQty: item.suggestedQty } : {};

/** The order as it is sent: lines in walk order, without those that cannot be ordered. */
export function orderInput(
  draft: StoredOrderDraft,
  guide: readonly GuideSection[],
  branch: string,
  deliveryDate: string,
): CreateOrderInput {
  const items = guide
    .flatMap((section) => section.rows)
    .flatMap(({ item }) => {
      const line = draft.lines[item.itemId];
      if (!line || !isOrdered(line)) return [];
      const note = line.note.trim();
      return [
        {
          itemId: item.itemId,
          orderQty: line.qty ?? 0,
          unit: item.unit,
          ...(note ? { note } : {}),
          ...knownSuggestion(item),
        },
      ];
    });
  const notes = draft.notes.trim();
  return {
    branch,
    deliveryDate,
    orderType: draft.orderType as CreateOrderInput['orderType'],
    ...(notes ? { notes } : {}),
    items,
  };
}

/** The draft in the guide as changes to the saved one: lines are changed, added and removed. Empty where nothing differs. */
export function orderDraftChanges(
  order: Order,
  draft: StoredOrderDraft,
  guide: readonly GuideSection[],
  deliveryDate: string,
): EditOrderInput {
  const wanted = orderInput(draft, guide, order.branch, deliveryDate);
  const wantedItems = new Map(wanted.items.map((line) => [line.itemId, line]));
  const taken = new Set<string>();
  const changed = order.items.flatMap((line): EditOrderLineInput[] => {
    const { lineId, itemId } = line;
    const input = wantedItems.get(itemId);
    // An item that the guide no longer has stays as it was saved, until it is taken out.
    if (!input && isOrdered(draft.lines[itemId])) return [];
    if (!input || taken.has(itemId)) return [{ lineId, remove: true }];
    taken.add(itemId);
    const { orderQty, unit = line.unit, note = '' } = input;
    const change = {
      ...(orderQty === line.orderQty && unit === line.unit ? {} : { orderQty, unit }),
      ...(note === (line.note ?? '') ? {} : { note }),
    };
    return Object.keys(change).length > 0 ? [{ lineId, ...change }] : [];
  });
  const items = [...changed, ...wanted.items.filter(({ itemId }) => !taken.has(itemId))];
  const notes = draft.notes.trim();
  return {
    ...(deliveryDate === order.deliveryDate ? {} : { deliveryDate }),
    ...(wanted.orderType === order.orderType ? {} : { orderType: wanted.orderType }),
    ...(notes === (order.notes ?? '') ? {} : { notes: notes || null }),
    ...(items.length > 0 ? { items } : {}),
  };
}

import type { CreateOrderInput, EditOrderInput, EditOrderLineInput } from '#modules/orders/input.ts';
import type { Order } from '#modules/orders/shapes.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import type { GuideItem } from '../queries.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useStore } from '#platform/web/store.ts';
import { undoChange } from '#platform/web/undo-change.ts';
import { newUuid } from '#platform/web/uuid.ts';
import type { GuideRow, GuideSection } from './guide-rows.ts';

/** Entry for one item. */
export interface OrderDraftLine {
  /** In the item's order unit; null when nothing is entered. */
  qty: number | null;
  note: string;
  /** Whether the quantity was set by a fill button, so that another fill may replace it. */
  isFilled: boolean;
}

/** Draft on the server whose lines are edited in the guide, at the version that was loaded. */
export interface EditedDraft {
  id: string;
  orderNo: string;
  version: number;
}

/** Order that has not been submitted from this device yet. */
export interface StoredOrderDraft {
  /** Idempotency key: submitting the draft several times, even from several tabs, creates only one order. */
  localId: string;
  deliveryDate: string | null;
  orderType: string;
  notes: string;
  lines: Readonly<Record<string, OrderDraftLine>>;
  /** The saved draft being edited; absent for a new order. */
  order?: EditedDraft;
  /** Time of the last save on this device (epoch ms); null if nothing has been entered. */
  savedAt: number | null;
}

/** Returns an empty draft with a new local id. */
export function createOrderDraft(): StoredOrderDraft {
  return {
    localId: newLocalId(newUuid()),
    deliveryDate: null,
    orderType: 'Regular',
    notes: '',
    lines: {},
    savedAt: null,
  };
}

/** Drafts by user and branch; a draft is only visible to its user on a shared device. */
export const orderDrafts = defineDraft<StoredOrderDraft>({
  name: 'order-draft',
  empty: createOrderDraft,
  isEmpty: ({ savedAt }) => savedAt === null,
  containsWork: ({ lines, notes }) => Object.keys(lines).length > 0 || notes !== '',
  read(stored) {
    const draft = createOrderDraft();
    return {
      localId: readText(stored['localId']) ?? draft.localId,
      deliveryDate: readText(stored['deliveryDate']),
      orderType: readText(stored['orderType']) ?? draft.orderType,
      notes: readText(stored['notes']) ?? '',
      lines: Object.fromEntries(
        Object.entries(readRecord(stored['lines'])).map(([itemId, value]) => [itemId, parseDraftLine(value)]),
      ),
      ...parseEditedDraft(readRecord(stored['order'])),
      savedAt: readNumberValue(stored['savedAt']),
    };
  },
});

function parseEditedDraft(row: JsonRecord): Pick<StoredOrderDraft, 'order'> {
  const [id, orderNo, version] = [
    readText(row['id']),
    readText(row['orderNo']),
    readNumberValue(row['version']),
  ];
  return id === null || orderNo === null || version === null ? {} : { order: { id, orderNo, version } };
}

/** Returns the draft with one line changed; a line without quantity and note is dropped. */
export function withDraftLine(
  draft: StoredOrderDraft,
  itemId: string,
  change: Partial<OrderDraftLine>,
  nowMs: number,
): StoredOrderDraft {
  const previousLine = draft.lines[itemId] ?? { qty: null, note: '', isFilled: false };
  return withDraftLines(
    draft,
    { ...draft.lines, [itemId]: { ...previousLine, isFilled: false, ...change } },
    nowMs,
  );
}

/** Returns the draft with its lines replaced. */
function withDraftLines(
  draft: StoredOrderDraft,
  lines: Readonly<Record<string, OrderDraftLine>>,
  nowMs: number,
): StoredOrderDraft {
  const nonEmptyLines = Object.entries(lines).filter(([, line]) => line.qty !== null || line.note !== '');
  return { ...draft, lines: Object.fromEntries(nonEmptyLines), savedAt: nowMs };
}

/** Returns whether the line has a quantity above zero. */
export function isOrdered(line: OrderDraftLine | undefined): boolean {
  return (line?.qty ?? 0) > 0;
}

function parseDraftLine(value: unknown): OrderDraftLine {
  const row = readRecord(value);
  return {
    qty: readNumberValue(row['qty']),
    note: readText(row['note']) ?? '',
    isFilled: row['isFilled'] === true,
  };
}

/** Returns the user's draft for a branch and its setters. Every change is stored immediately. */
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
    /**
     * Sets many lines at once.
     *
     * @returns a function that undoes this for lines that haven't been changed since
     */
    changeLines: (lines: Readonly<Record<string, OrderDraftLine>>) => {
      const previousLines = store.get().lines;
      store.set(withDraftLines(store.get(), lines, Date.now()));
      const applied = store.get().lines;
      return () => {
        const current = store.get();
        const lines = undoChange(previousLines, applied, current.lines);
        store.set(withDraftLines(current, lines, Date.now()));
      };
    },
    change: (change: Partial<Pick<StoredOrderDraft, 'deliveryDate' | 'orderType' | 'notes'>>) =>
      store.set({ ...store.get(), ...change, savedAt: Date.now() }),
    clear: () => store.discard(),
    replace: (draft: StoredOrderDraft) => store.set(draft),
    /** Restores a draft; entries made since then take precedence. */
    restore: (draft: StoredOrderDraft) => {
      const current = store.get();
      store.set({
        ...draft,
        deliveryDate: current.deliveryDate ?? draft.deliveryDate,
        notes: current.notes || draft.notes,
        lines: { ...draft.lines, ...current.lines },
        savedAt: Date.now(),
      });
    },
  };
}

/** Returns a saved order as a draft with the given lines, for editing in the guide. */
export const toOrderDraft = (
  order: Order,
  lines: Readonly<Record<string, OrderDraftLine>>,
): StoredOrderDraft => ({
  ...createOrderDraft(),
  deliveryDate: order.deliveryDate,
  orderType: order.orderType,
  notes: order.notes ?? '',
  lines,
  order: { id: order._id, orderNo: order.orderNo, version: order.version },
  savedAt: Date.now(),
});

/** The draft and its setters, as passed to the parts of the order guide. */
export type OrderDraft = ReturnType<typeof useOrderDraft>;

/** Totals shown in the footer of the guide. */
interface DraftTotals {
  lineCount: number;
  value: number;
  /** Number of ordered lines per section id. */
  bySection: Readonly<Record<string, number>>;
  /** Items in the draft that this branch can no longer order. */
  unavailable: readonly string[];
}

/** Totals the draft over the whole guide, regardless of the filter. */
export function computeDraftTotals(
  draft: StoredOrderDraft,
  rowById: ReadonlyMap<string, GuideRow>,
): DraftTotals {
  const bySection: Record<string, number> = {};
  const unavailable: string[] = [];
  let [lineCount, value] = [0, 0];
  for (const [itemId, line] of Object.entries(draft.lines)) {
    if (!isOrdered(line)) continue;
    const row = rowById.get(itemId);
    if (!row) {
      unavailable.push(itemId);
      continue;
    }
    lineCount += 1;
    value += (line.qty ?? 0) * row.item.unitCost;
    bySection[row.sectionId] = (bySection[row.sectionId] ?? 0) + 1;
  }
  return { lineCount, value, bySection, unavailable };
}

/** Returns all rows of the guide by item id. */
export function indexGuideRows(guide: readonly GuideSection[]): Map<string, GuideRow> {
  return new Map(guide.flatMap((section) => section.rows.map((row) => [row.item.itemId, row])));
}

/** Maximum quantity of a line; the server rejects orders with a larger suggestion. */
const maxLineQty = 1_000_000;

/**
 * Returns whether the guide has a suggestion. Zero ("nothing needed") is a suggestion; unknown demand is not.
 */
function hasSuggestion({ suggestedQty, reason }: GuideItem): boolean {
  const isKnown = suggestedQty > 0 || (reason !== null && reason.code !== 'no-history');
  return isKnown && suggestedQty <= maxLineQty;
}

/** Returns the suggestion to send with an ordered line; empty if the guide has none. */
export const toSuggestionField = (item: GuideItem): { suggestedQty?: number } =>
  hasSuggestion(item) ? { suggestedQty: item.suggestedQty } : {};

/** Builds the request body: lines in walking order, without items that cannot be ordered. */
export function buildOrderInput(
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
          ...toSuggestionField(item),
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

/**
 * Builds the edit that updates a saved order to match the draft: changed, added and removed lines. Empty if
 * nothing differs.
 */
export function buildDraftEdit(
  order: Order,
  draft: StoredOrderDraft,
  guide: readonly GuideSection[],
  deliveryDate: string,
): EditOrderInput {
  const requested = buildOrderInput(draft, guide, order.branch, deliveryDate);
  const requestedByItem = new Map(requested.items.map((line) => [line.itemId, line]));
  const matchedIds = new Set<string>();
  const changed = order.items.flatMap((line): EditOrderLineInput[] => {
    const { lineId, itemId } = line;
    const input = requestedByItem.get(itemId);
    // An item that is no longer in the guide keeps its saved line until the user removes it.
    if (!input && isOrdered(draft.lines[itemId])) return [];
    if (!input || matchedIds.has(itemId)) return [{ lineId, remove: true }];
    matchedIds.add(itemId);
    const { orderQty, unit = line.unit, note = '' } = input;
    const change = {
      ...(orderQty === line.orderQty && unit === line.unit ? {} : { orderQty, unit }),
      ...(note === (line.note ?? '') ? {} : { note }),
    };
    return Object.keys(change).length > 0 ? [{ lineId, ...change }] : [];
  });
  const items = [...changed, ...requested.items.filter(({ itemId }) => !matchedIds.has(itemId))];
  const notes = draft.notes.trim();
  return {
    ...(deliveryDate === order.deliveryDate ? {} : { deliveryDate }),
    ...(requested.orderType === order.orderType ? {} : { orderType: requested.orderType }),
    ...(notes === (order.notes ?? '') ? {} : { notes: notes || null }),
    ...(items.length > 0 ? { items } : {}),
  };
}

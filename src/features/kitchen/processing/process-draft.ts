import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditOrderInput, EditOrderLineInput, Order, OrderLine } from '#contract/orders.ts';
import { readNumberValue, readRecord } from '#contract/tolerant.ts';
import { enteredReason } from '#domain/reasons/uses.ts';
import { type OrderActions, succeeded } from '#src/collections/orders/actions.ts';
import { orderKey } from '#src/collections/orders/key.ts';
import { currentOrder } from '#src/collections/orders/cache.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { defineDraft } from '#src/lib/drafts/drafts.ts';
import { usePendingOn } from '#src/lib/outbox/entries.ts';
import { useUser } from '#src/lib/session/session.ts';
import type { BeyondStock } from './pick-lines.ts';

/** Why less is picked than was approved, where no more is there. */
export const outOfStockReason = 'out_of_stock';

type LineField = 'approvedQty' | 'pickedQty' | 'shippedQty' | 'pieces' | 'reason' | 'lots';
type HeadField = 'driver' | 'vehicle' | 'crates';

/** What is typed and not saved yet: `driver`, `vehicle`, `crates`, or `<lineId> <field>`. Null unsets; lots are as `lotsText` says. */
export type PickingDraft = Readonly<Record<string, string | number | null>>;

export function pickingDraftKey(lineId: string, field: LineField): string {
  return `${lineId} ${field}`;
}

const headFields: readonly HeadField[] = ['driver', 'vehicle', 'crates'];
const quantityFields = ['pickedQty', 'shippedQty'] as const;
const lineFields: readonly LineField[] = ['approvedQty', ...quantityFields, 'pieces', 'reason', 'lots'];

type SerializableLots = readonly Pick<OrderLine['lots'][number], 'lot' | 'qty' | 'expiry'>[];

/** The lots of a line in one text, the same for the same lots. */
export const serializeLots = (lots: SerializableLots): string =>
  JSON.stringify(lots.map(({ lot, qty, expiry }) => ({ lot, qty, expiry })));

/** The lots of such a text; none where nothing is said. */
export function parseLots(value: unknown): OrderLine['lots'] {
  const lots: OrderLine['lots'] = typeof value === 'string' ? JSON.parse(value) : [];
  return lots;
}

/** The order as it will be when the draft is saved. */
export function withDraft(order: Order, draft: PickingDraft): Order {
  if (Object.keys(draft).length === 0) return order;
  const given = <T extends object>(
    row: T,
    fields: readonly string[],
    keyOf: (field: string) => string,
  ): T => {
    const changed = fields.filter((field) => draft[keyOf(field)] !== undefined);
    return changed.length === 0
      ? row
      : {
          ...row,
          ...(changed.includes('reason') ? { reasonCode: null, reasonNote: null } : {}),
          ...Object.fromEntries(changed.map((field) => [field, draft[keyOf(field)]])),
          ...(changed.includes('lots') ? { lots: parseLots(draft[keyOf('lots')]) } : {}),
        };
  };
  return {
    ...given(order, headFields, (field) => field),
    items: order.items.map((line) => {
      const changed = given(line, lineFields, (field) => `${line.lineId} ${field}`);
      return changed === line || line.lots.length === 0 ? changed : { ...changed, lots: limitLots(changed) };
    }),
  };
}

/** The lots of a line as far as it ships them: the server puts back the last ones first, too. */
function limitLots({ lots, shippedQty, pickedQty }: OrderLine): OrderLine['lots'] {
  let left = shippedQty ?? pickedQty ?? 0;
  return lots.flatMap((lot) => {
    const qty = Math.min(lot.qty, left);
    left -= qty;
    return qty > 0 ? [{ ...lot, qty }] : [];
  });
}

/** The order by the keys of a draft, as far as the draft has them. */
export function pickingFields(order: Order, draft: PickingDraft): PickingDraft {
  const lines = new Map(order.items.map((line) => [line.lineId, line]));
  return Object.fromEntries(
    Object.keys(draft).map((key) => {
      const [lineId = '', field] = key.split(' ');
      if (field === undefined) return [key, order[key as HeadField] ?? null];
      const line = lines.get(lineId);
      if (line && field === 'reason') return [key, enteredReason(line)];
      if (field === 'lots') return [key, line ? serializeLots(line.lots) : null];
      return [key, line?.[field as Exclude<LineField, 'lots'>] ?? null];
    }),
  );
}

/** By key of the draft: what this person has seen there or typed since it was first typed in. */
type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Keys that somebody else has changed since: what is there now this person has neither seen nor typed. */
function conflictingKeys(order: Order, draft: PickingDraft, known: KnownValues): string[] {
  const now = pickingFields(order, draft);
  return Object.keys(draft).filter((key) => now[key] !== draft[key] && !known[key]?.includes(now[key]));
}

/** The draft as an edit that the server takes. */
export function orderEdit(draft: PickingDraft): EditOrderInput {
  const head: Record<string, unknown> = {};
  const lines = new Map<string, Record<string, unknown>>();
  for (const [key, value] of Object.entries(draft)) {
    const [lineId = '', field] = key.split(' ');
    if (field === undefined) head[key] = value;
    else
      lines.set(lineId, {
        lineId,
        ...lines.get(lineId),
        [field]: field === 'lots' ? parseLots(value) : value,
      });
  }
  const items = [...lines.values()] as EditOrderLineInput[];
  return { ...head, ...(items.length > 0 ? { items } : {}) };
}

/** The other way round: what an edit on its way to the server changes. Added lines are left out. */
export function pickingDraft(edit: unknown): PickingDraft {
  const { items = [], ...head } = (edit ?? {}) as EditOrderInput;
  const draft: Record<string, string | number | null> = {};
  for (const field of headFields) if (head[field] !== undefined) draft[field] = head[field];
  for (const line of items) {
    if (line.lineId === undefined) continue;
    for (const field of lineFields) {
      const value = field === 'lots' ? line.lots && serializeLots(line.lots) : line[field];
      if (value !== undefined) draft[pickingDraftKey(line.lineId, field)] = value;
    }
  }
  return draft;
}

/** What of the draft is not in `known` with the same value. */
export function unsavedChanges(draft: PickingDraft, known: PickingDraft): PickingDraft {
  return Object.fromEntries(Object.entries(draft).filter(([key, value]) => known[key] !== value));
}

/**
 * Every line picked as approved, where nothing is entered yet.
 *
 * @param missing what is not there, where the kitchen may not ship below zero: those lines are picked as far as it goes
 * @param reason why less is picked there
 */
export function pickedAsApproved(
  lines: readonly OrderLine[],
  missing: readonly BeyondStock[] = [],
  reason: string | null = null,
): PickingDraft {
  const open = lines.filter((line) => line.pickedQty === null && line.shippedQty === null);
  const all = open.map((line) => [
    pickingDraftKey(line.lineId, 'pickedQty'),
    line.approvedQty ?? line.orderQty,
  ]);
  const short = missing.filter(({ line }) => open.some(({ lineId }) => lineId === line.lineId));
  return { ...Object.fromEntries(all), ...pickedUpToStock(short, reason) };
}

/** How many pieces it was belongs to the weight it was said of: of another one nothing is said. */
export const clearedPieces = ({ lineId, pieces }: OrderLine): [string, null][] =>
  pieces === null ? [] : [[pickingDraftKey(lineId, 'pieces'), null]];

/** What is there is shipped, and why not more. */
export function pickedUpToStock(missing: readonly BeyondStock[], reason: string | null): PickingDraft {
  return Object.fromEntries(
    missing.flatMap(({ line, available }) => [
      [pickingDraftKey(line.lineId, 'pickedQty'), available],
      ...clearedPieces(line),
      ...(line.shippedQty === null ? [] : [[pickingDraftKey(line.lineId, 'shippedQty'), available]]),
      ...(line.reason === null ? [[pickingDraftKey(line.lineId, 'reason'), reason]] : []),
    ]),
  );
}

/** Every quantity taken back to unset, so that the order can be released. */
export function clearedQuantities(lines: readonly OrderLine[]): PickingDraft {
  const keys = lines.flatMap((line) =>
    (['pickedQty', 'shippedQty', 'pieces'] as const)
      .filter((field) => line[field] !== null)
      .map((field) => pickingDraftKey(line.lineId, field)),
  );
  return Object.fromEntries(keys.map((key) => [key, null]));
}

/** Typing is saved when it pauses this long. */
const pauseMs = 900;

/** What is typed on an order in process and is neither saved nor in the queue. */
interface UnsavedTyping {
  typed: PickingDraft;
  known: KnownValues;
  /** The server has refused it: it waits for the person. */
  isHeld: boolean;
  /** Epoch ms. */
  savedAt: number;
}

const noTyping: UnsavedTyping = { typed: {}, known: {}, isHeld: false, savedAt: 0 };

const typingDrafts = defineDraft<UnsavedTyping>({
  name: 'processing',
  empty: () => noTyping,
  isEmpty: ({ typed }) => Object.keys(typed).length === 0,
  read: (kept) => ({
    typed: Object.fromEntries(
      Object.entries(readRecord(kept['typed'])).flatMap(([key, value]) =>
        value === null || typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [],
      ),
    ),
    known: Object.fromEntries(
      Object.entries(readRecord(kept['known'])).flatMap(([key, seen]) =>
        Array.isArray(seen) ? [[key, seen]] : [],
      ),
    ),
    isHeld: kept['isHeld'] === true,
    savedAt: readNumberValue(kept['savedAt']) ?? 0,
  }),
  limits: { atMost: 50, longestChars: 100_000, lifetimeMs: 7 * 24 * 60 * 60_000 },
});

/** What of it still says something else than the order does; lines that are gone took theirs along. */
function remainingTyping(order: Order, left: UnsavedTyping): UnsavedTyping {
  const now = pickingFields(order, left.typed);
  const lines = new Set(order.items.map(({ lineId }) => lineId));
  const open = Object.entries(left.typed).filter(([key, value]) => {
    const [lineId = '', field] = key.split(' ');
    return now[key] !== value && (field === undefined || lines.has(lineId));
  });
  return { ...left, typed: Object.fromEntries(open) };
}

/**
 * What is typed on an order in process: shown at once, saved by itself when typing pauses, and kept here when the
 * server refuses it, also after a reload. What is queued but not sent yet counts as typed.
 */
export function useProcessDraft(order: Order, actions: OrderActions) {
  const queryClient = useQueryClient();
  const store = typingDrafts.open(useUser()._id, order._id);
  const [left] = useState(() => remainingTyping(order, store.get()));
  const [draft, setDraft] = useState(left.typed);
  /** What of the draft is on its way already. */
  const [onItsWay, setOnItsWay] = useState<PickingDraft>({});
  /** After a refusal nothing goes out by itself until the person has looked. */
  const [isHeld, setHeld] = useState(left.isHeld && Object.keys(left.typed).length > 0);
  /** The lines of the last edit by position, for refusals that name them so. */
  const lastLines = useRef<string[]>([]);
  const queued = usePendingOn(orderKey(order._id)).map((entry) => pickingDraft(entry.body));
  const unsent = unsavedChanges(draft, onItsWay);
  const [known, setKnown] = useState(left.known);
  const disputed = conflictingKeys(order, draft, known);
  const hasUnsent = Object.keys(unsent).length > 0;

  /** Sends what is typed along with an action of its own. Rejects with the refusal, and keeps what was typed. */
  async function sendWith<T>(action: (edit: EditOrderInput) => Promise<T>): Promise<T> {
    const sending = unsent;
    const edit = orderEdit(sending);
    lastLines.current = (edit.items ?? []).map((line) => line.lineId ?? '');
    setHeld(false);
    setOnItsWay((known) => ({ ...known, ...sending }));
    try {
      const answer = await action(edit);
      setDraft((typed) => without(typed, sending));
      return answer;
    } catch (refusal) {
      const current = refusal instanceof ApiError ? currentOrder(refusal, order, queryClient) : null;
      // What others changed beside it comes in, and typing goes on being saved by itself.
      setHeld(current === null || conflictingKeys(current, draft, known).length > 0);
      throw refusal;
    } finally {
      setOnItsWay((known) => without(known, sending));
    }
  }

  const save = () =>
    disputed.length > 0
      ? Promise.resolve(false)
      : hasUnsent
        ? succeeded(sendWith((edit) => actions.autosave(order, edit)))
        : Promise.resolve(true);
  const isDisputed = disputed.length > 0;
  const saveNow = useEffectEvent(() => void save());

  const keepLeft = useEffectEvent(() =>
    store.set(hasUnsent ? { typed: unsent, known, isHeld, savedAt: Date.now() } : noTyping),
  );
  useEffect(() => keepLeft(), [draft, onItsWay, known, isHeld]);

  useEffect(() => {
    if (!hasUnsent || isHeld || isDisputed) return;
    const timer = setTimeout(saveNow, pauseMs);
    return () => clearTimeout(timer);
  }, [draft, hasUnsent, isHeld, isDisputed]);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', saveNow);
    };
  }, []);

  const leave = useEffectEvent(() => {
    if (!isHeld) void save();
  });
  useEffect(() => () => leave(), []);

  return {
    /** The order with everything that is typed. */
    shown: [...queued, draft].reduce(withDraft, order),
    change(changes: PickingDraft): void {
      setHeld(false);
      const shown = [...queued, draft].reduce(withDraft, order);
      const [now, seen] = [pickingFields(order, changes), pickingFields(shown, changes)];
      setKnown((before) => ({
        ...before,
        ...Object.fromEntries(
          Object.keys(changes).map((key) => {
            const isGoingOn = key in draft || key in onItsWay;
            return [key, [...(isGoingOn ? (before[key] ?? []) : [now[key]]), seen[key], changes[key]]];
          }),
        ),
      }));
      actions.forgetError();
      // Who types another quantity leaves it to the server which lots go with it, until lots are chosen again.
      const anew = Object.keys(changes).flatMap((key) => {
        const [lineId = '', field] = key.split(' ');
        return quantityFields.some((name) => name === field) ? [pickingDraftKey(lineId, 'lots')] : [];
      });
      setDraft((typed) => ({
        ...Object.fromEntries(Object.entries(typed).filter(([key]) => !anew.includes(key))),
        ...changes,
      }));
    },
    /** What is typed and not saved. */
    typed: draft,
    /** Fields that somebody else has changed as well: nothing is saved before they are chosen. */
    disputed,
    choose(keys: readonly string[], whose: 'theirs' | 'mine'): void {
      const now = pickingFields(order, draft);
      setHeld(false);
      actions.forgetError();
      if (whose === 'mine')
        setKnown((before) => ({
          ...before,
          ...Object.fromEntries(keys.map((key) => [key, [...(before[key] ?? []), now[key]]])),
        }));
      else
        setDraft((typed) => Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.includes(key))));
    },
    save,
    sendWith,
    hasUnsent,
    isHeld,
    /** The line that the n-th entry of the last edit was about. */
    lineAt: (position: number): string | null => lastLines.current[position] ?? null,
  };
}

export type ProcessDraft = ReturnType<typeof useProcessDraft>;

/** The draft without what has been saved, where it was not typed anew meanwhile. */
function without(draft: PickingDraft, saved: PickingDraft): PickingDraft {
  return unsavedChanges(draft, saved);
}

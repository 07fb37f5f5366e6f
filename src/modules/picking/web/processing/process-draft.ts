import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EditOrderInput, EditOrderLineInput } from '#modules/orders/input.ts';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { getEnteredReason } from '#core/reasons/uses.ts';
import { type OrderActions, didSucceed } from '#modules/orders/web/queries/actions.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import { readCurrentOrder } from '#modules/orders/web/queries/cache.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { defineDraft, draftLimits } from '#platform/web/drafts/drafts.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { ExceedingLine } from './pick-lines.ts';

/** Reason code for picking less than approved, because stock is insufficient. */
export const outOfStockReason = 'out_of_stock';

type LineField = 'approvedQty' | 'pickedQty' | 'shippedQty' | 'pieces' | 'reason' | 'lots';
type HeadField = 'driver' | 'vehicle' | 'crates';

/**
 * Unsaved values: `driver`, `vehicle`, `crates`, or `<lineId> <field>`. Null clears a field; lots are encoded
 * by `serializeLots`.
 */
export type PickingDraft = Readonly<Record<string, string | number | null>>;

export function getDraftKey(lineId: string, field: LineField): string {
  return `${lineId} ${field}`;
}

const headerFields: readonly HeadField[] = ['driver', 'vehicle', 'crates'];
const quantityFields = ['pickedQty', 'shippedQty'] as const;
const lineFields: readonly LineField[] = ['approvedQty', ...quantityFields, 'pieces', 'reason', 'lots'];

type SerializableLots = readonly Pick<OrderLine['lots'][number], 'lot' | 'qty' | 'expiry'>[];

/** Serializes a line's lots; equal lots give equal text. */
export const serializeLots = (lots: SerializableLots): string =>
  JSON.stringify(lots.map(({ lot, qty, expiry }) => ({ lot, qty, expiry })));

/** Parses serialized lots; returns an empty list for any other value. */
export function parseLots(value: unknown): OrderLine['lots'] {
  const lots: OrderLine['lots'] = typeof value === 'string' ? JSON.parse(value) : [];
  return lots;
}

/** Returns the order with the draft applied. */
export function applyDraft(order: Order, draft: PickingDraft): Order {
  if (Object.keys(draft).length === 0) return order;
  const applyFields = <T extends object>(
    row: T,
    fields: readonly string[],
    getKey: (field: string) => string,
  ): T => {
    const changed = fields.filter((field) => draft[getKey(field)] !== undefined);
    return changed.length === 0
      ? row
      : {
          ...row,
          ...(changed.includes('reason') ? { reasonCode: null, reasonNote: null } : {}),
          ...Object.fromEntries(changed.map((field) => [field, draft[getKey(field)]])),
          ...(changed.includes('lots') ? { lots: parseLots(draft[getKey('lots')]) } : {}),
        };
  };
  return {
    ...applyFields(order, headerFields, (field) => field),
    items: order.items.map((line) => {
      const changed = applyFields(line, lineFields, (field) => `${line.lineId} ${field}`);
      return changed === line || line.lots.length === 0 ? changed : { ...changed, lots: limitLots(changed) };
    }),
  };
}

/** Limits a line's lots to the shipped quantity, removing the last ones first like the server. */
function limitLots({ lots, shippedQty, pickedQty }: OrderLine): OrderLine['lots'] {
  let remaining = shippedQty ?? pickedQty ?? 0;
  return lots.flatMap((lot) => {
    const qty = Math.min(lot.qty, remaining);
    remaining -= qty;
    return qty > 0 ? [{ ...lot, qty }] : [];
  });
}

/** Returns the order's values for a draft's keys. */
export function getOrderValues(order: Order, draft: PickingDraft): PickingDraft {
  const lines = new Map(order.items.map((line) => [line.lineId, line]));
  return Object.fromEntries(
    Object.keys(draft).map((key) => {
      const [lineId = '', field] = key.split(' ');
      if (field === undefined) return [key, order[key as HeadField] ?? null];
      const line = lines.get(lineId);
      if (line && field === 'reason') return [key, getEnteredReason(line)];
      if (field === 'lots') return [key, line ? serializeLots(line.lots) : null];
      return [key, line?.[field as Exclude<LineField, 'lots'>] ?? null];
    }),
  );
}

/** Values that the user has seen or entered since the first edit, by draft key. */
type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Returns the keys changed by someone else: the user has neither seen nor entered their current value. */
function findConflicts(order: Order, draft: PickingDraft, known: KnownValues): string[] {
  const current = getOrderValues(order, draft);
  return Object.keys(draft).filter(
    (key) => current[key] !== draft[key] && !known[key]?.includes(current[key]),
  );
}

/** Converts the draft to the edit sent to the server. */
export function toOrderEdit(draft: PickingDraft): EditOrderInput {
  const header: Record<string, unknown> = {};
  const lines = new Map<string, Record<string, unknown>>();
  for (const [key, value] of Object.entries(draft)) {
    const [lineId = '', field] = key.split(' ');
    if (field === undefined) header[key] = value;
    else
      lines.set(lineId, {
        lineId,
        ...lines.get(lineId),
        [field]: field === 'lots' ? parseLots(value) : value,
      });
  }
  const items = [...lines.values()] as EditOrderLineInput[];
  return { ...header, ...(items.length > 0 ? { items } : {}) };
}

/** Converts a queued edit back to a draft; added lines are omitted. */
export function toPickingDraft(edit: unknown): PickingDraft {
  const { items = [], ...header } = (edit ?? {}) as EditOrderInput;
  const draft: Record<string, string | number | null> = {};
  for (const field of headerFields) if (header[field] !== undefined) draft[field] = header[field];
  for (const line of items) {
    if (line.lineId === undefined) continue;
    for (const field of lineFields) {
      const value = field === 'lots' ? line.lots && serializeLots(line.lots) : line[field];
      if (value !== undefined) draft[getDraftKey(line.lineId, field)] = value;
    }
  }
  return draft;
}

/** Returns the draft's entries that differ from `known`. */
export function findUnsavedChanges(draft: PickingDraft, known: PickingDraft): PickingDraft {
  return Object.fromEntries(Object.entries(draft).filter(([key, value]) => known[key] !== value));
}

/**
 * Picks every line without a quantity as approved.
 *
 * @param missing lines that exceed stock at a kitchen where it can't go below zero; only their stock is
 *   picked
 * @param reason reason for the lines picked short
 */
export function buildApprovedPicks(
  lines: readonly OrderLine[],
  missing: readonly ExceedingLine[] = [],
  reason: string | null = null,
): PickingDraft {
  const unpicked = lines.filter((line) => line.pickedQty === null && line.shippedQty === null);
  const approvedQuantities = unpicked.map((line) => [
    getDraftKey(line.lineId, 'pickedQty'),
    line.approvedQty ?? line.orderQty,
  ]);
  const shortLines = missing.filter(({ line }) => unpicked.some(({ lineId }) => lineId === line.lineId));
  return { ...Object.fromEntries(approvedQuantities), ...buildAvailablePicks(shortLines, reason) };
}

/** Clears a line's pieces, because they belong to its previous weight. */
const clearedPieces = ({ lineId, pieces }: OrderLine): [string, null][] =>
  pieces === null ? [] : [[getDraftKey(lineId, 'pieces'), null]];

/** Ships the available quantities, with a reason for the shortage. */
export function buildAvailablePicks(missing: readonly ExceedingLine[], reason: string | null): PickingDraft {
  return Object.fromEntries(
    missing.flatMap(({ line, available }) => [
      [getDraftKey(line.lineId, 'pickedQty'), available],
      ...clearedPieces(line),
      ...(line.shippedQty === null ? [] : [[getDraftKey(line.lineId, 'shippedQty'), available]]),
      ...(line.reason === null ? [[getDraftKey(line.lineId, 'reason'), reason]] : []),
    ]),
  );
}

/** Clears all quantities, so that the order can be released. */
export function buildClearedQuantities(lines: readonly OrderLine[]): PickingDraft {
  const keys = lines.flatMap((line) =>
    (['pickedQty', 'shippedQty', 'pieces'] as const)
      .filter((field) => line[field] !== null)
      .map((field) => getDraftKey(line.lineId, field)),
  );
  return Object.fromEntries(keys.map((key) => [key, null]));
}

/** Delay between the last input and autosave, in milliseconds. */
const autosaveDelayMs = 900;

/** Values entered for an order in process that are neither saved nor queued. */
interface UnsavedValues {
  entries: PickingDraft;
  savedValues: KnownValues;
  /** The server rejected the values; they aren't sent again automatically. */
  isHeld: boolean;
  /** Time of the last change, in epoch ms. */
  savedAt: number;
}

const noUnsavedValues: UnsavedValues = { entries: {}, savedValues: {}, isHeld: false, savedAt: 0 };

const processDrafts = defineDraft<UnsavedValues>({
  name: 'processing',
  empty: () => noUnsavedValues,
  isEmpty: ({ entries }) => Object.keys(entries).length === 0,
  read: (stored) => ({
    entries: Object.fromEntries(
      Object.entries(readRecord(stored['entries'])).flatMap(([key, value]) =>
        value === null || typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [],
      ),
    ),
    savedValues: Object.fromEntries(
      Object.entries(readRecord(stored['savedValues'])).flatMap(([key, values]) =>
        Array.isArray(values) ? [[key, values]] : [],
      ),
    ),
    isHeld: stored['isHeld'] === true,
    savedAt: readNumberValue(stored['savedAt']) ?? 0,
  }),
  limits: draftLimits,
});

/** Returns the stored values that still differ from the order, without those of deleted lines. */
function dropSavedValues(order: Order, stored: UnsavedValues): UnsavedValues {
  const current = getOrderValues(order, stored.entries);
  const lines = new Set(order.items.map(({ lineId }) => lineId));
  const differing = Object.entries(stored.entries).filter(([key, value]) => {
    const [lineId = '', field] = key.split(' ');
    return current[key] !== value && (field === undefined || lines.has(lineId));
  });
  return { ...stored, entries: Object.fromEntries(differing) };
}

/**
 * Manages values entered for an order in process: they are shown immediately, autosaved after a pause, and
 * stored on the device if the server rejects them. Queued edits count as entered.
 */
export function useProcessDraft(order: Order, actions: OrderActions) {
  const queryClient = useQueryClient();
  const store = processDrafts.open(useUser()._id, order._id);
  const [restoredValues] = useState(() => dropSavedValues(order, store.get()));
  const [draft, setDraft] = useState(restoredValues.entries);
  /** Draft values currently being sent. */
  const [sendingValues, setSendingValues] = useState<PickingDraft>({});
  /** After an error, nothing is autosaved until the next input. */
  const [isHeld, setHeld] = useState(restoredValues.isHeld && Object.keys(restoredValues.entries).length > 0);
  /** Lines of the last edit by position, for errors that refer to positions. */
  const lastLines = useRef<string[]>([]);
  const queued = usePendingOn(getOrderKey(order._id)).map((entry) => toPickingDraft(entry.body));
  const unsent = findUnsavedChanges(draft, sendingValues);
  const [knownValues, setKnownValues] = useState(restoredValues.savedValues);
  const conflicts = findConflicts(order, draft, knownValues);
  const hasUnsent = Object.keys(unsent).length > 0;

  /** Sends the draft together with an action. If the action fails, rejects and keeps the draft. */
  async function sendWith<T>(action: (edit: EditOrderInput) => Promise<T>): Promise<T> {
    const sending = unsent;
    const edit = toOrderEdit(sending);
    lastLines.current = (edit.items ?? []).map((line) => line.lineId ?? '');
    setHeld(false);
    setSendingValues((sent) => ({ ...sent, ...sending }));
    try {
      const result = await action(edit);
      setDraft((current) => removeSaved(current, sending));
      return result;
    } catch (error) {
      const current = error instanceof ApiError ? readCurrentOrder(error, order, queryClient) : null;
      // Concurrent changes to other fields are merged, and autosave continues.
      setHeld(current === null || findConflicts(current, draft, knownValues).length > 0);
      throw error;
    } finally {
      setSendingValues((sent) => removeSaved(sent, sending));
    }
  }

  const save = () =>
    conflicts.length > 0
      ? Promise.resolve(false)
      : hasUnsent
        ? didSucceed(sendWith((edit) => actions.autosave(order, edit)))
        : Promise.resolve(true);
  const hasConflicts = conflicts.length > 0;
  const saveNow = useEffectEvent(() => void save());

  const storeUnsaved = useEffectEvent(() =>
    store.set(
      hasUnsent
        ? { entries: unsent, savedValues: knownValues, isHeld, savedAt: Date.now() }
        : noUnsavedValues,
    ),
  );
  useEffect(() => storeUnsaved(), [draft, sendingValues, knownValues, isHeld]);

  useEffect(() => {
    if (!hasUnsent || isHeld || hasConflicts) return;
    const timer = setTimeout(saveNow, autosaveDelayMs);
    return () => clearTimeout(timer);
  }, [draft, hasUnsent, isHeld, hasConflicts]);

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

  const saveOnLeave = useEffectEvent(() => {
    if (!isHeld) void save();
  });
  useEffect(() => () => saveOnLeave(), []);

  return {
    /** The order with all unsaved values applied. */
    shown: [...queued, draft].reduce(applyDraft, order),
    change(changes: PickingDraft): void {
      setHeld(false);
      const shown = [...queued, draft].reduce(applyDraft, order);
      const [savedValues, shownValues] = [getOrderValues(order, changes), getOrderValues(shown, changes)];
      setKnownValues((previous) => ({
        ...previous,
        ...Object.fromEntries(
          Object.keys(changes).map((key) => {
            const hasUnsentValue = key in draft || key in sendingValues;
            return [
              key,
              [
                ...(hasUnsentValue ? (previous[key] ?? []) : [savedValues[key]]),
                shownValues[key],
                changes[key],
              ],
            ];
          }),
        ),
      }));
      actions.clearError();
      // If a quantity changes, the server assigns lots until lots are chosen again.
      const resetLotKeys = Object.keys(changes).flatMap((key) => {
        const [lineId = '', field] = key.split(' ');
        return quantityFields.some((name) => name === field) ? [getDraftKey(lineId, 'lots')] : [];
      });
      setDraft((current) => ({
        ...Object.fromEntries(Object.entries(current).filter(([key]) => !resetLotKeys.includes(key))),
        ...changes,
      }));
    },
    /** Values that aren't saved yet. */
    values: draft,
    /** Keys of fields that someone else also changed; nothing is saved until the conflict is resolved. */
    conflicts,
    resolveConflicts(keys: readonly string[], side: 'theirs' | 'mine'): void {
      const savedValues = getOrderValues(order, draft);
      setHeld(false);
      actions.clearError();
      if (side === 'mine')
        setKnownValues((previous) => ({
          ...previous,
          ...Object.fromEntries(keys.map((key) => [key, [...(previous[key] ?? []), savedValues[key]]])),
        }));
      else
        setDraft((current) =>
          Object.fromEntries(Object.entries(current).filter(([key]) => !keys.includes(key))),
        );
    },
    save,
    sendWith,
    hasUnsent,
    isHeld,
    /** Returns the line ID at a position of the last edit. */
    getLineIdAt: (position: number): string | null => lastLines.current[position] ?? null,
  };
}

export type ProcessDraft = ReturnType<typeof useProcessDraft>;

/** Returns the draft without saved values, except those changed since. */
function removeSaved(draft: PickingDraft, saved: PickingDraft): PickingDraft {
  return findUnsavedChanges(draft, saved);
}

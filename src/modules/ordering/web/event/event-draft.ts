import { getInstantAtWallClock, wallClockMs } from '#core/cutoff.ts';
import { toWesternDigits } from '#core/text.ts';
import type { CreateOrderInput } from '#modules/orders/input.ts';
import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';

/** One ordered item, in its unit. */
export interface EventLine {
  itemId: string;
  unit: string;
  qty: number | null;
}

/** An event order being entered. */
export interface EventDraft {
  occasion: string;
  /** Local time of the event at the branch, YYYY-MM-DDTHH:MM. */
  at: string;
  guests: string;
  /** Day of the delivery; empty for the day of the event. */
  deliveryDate: string;
  notes: string;
  lines: readonly EventLine[];
}

const emptyDraft: EventDraft = { occasion: '', at: '', guests: '', deliveryDate: '', notes: '', lines: [] };

/** Drafts by user and branch. */
export const eventDrafts = defineDraft<EventDraft>({
  name: 'event-order',
  empty: () => emptyDraft,
  isEmpty: ({ occasion, at, guests, deliveryDate, notes, lines }) =>
    lines.length === 0 && [occasion, at, guests, deliveryDate, notes].every((value) => value === ''),
  read: (stored) => ({
    occasion: readText(stored['occasion']) ?? '',
    at: readText(stored['at']) ?? '',
    guests: readText(stored['guests']) ?? '',
    deliveryDate: readText(stored['deliveryDate']) ?? '',
    notes: readText(stored['notes']) ?? '',
    lines: (Array.isArray(stored['lines']) ? stored['lines'] : []).map(readRecord).flatMap((row) => {
      const itemId = readText(row['itemId']);
      const line = { unit: readText(row['unit']) ?? '', qty: readNumberValue(row['qty']) };
      return itemId === null ? [] : [{ itemId, ...line }];
    }),
  }),
});

/** Returns the delivery day: as entered, otherwise the day of the event. */
export const getDeliveryDate = ({ deliveryDate, at }: EventDraft): string =>
  deliveryDate === '' ? at.slice(0, 10) : deliveryDate;

/** Parses the number of guests: null if empty, undefined if invalid. */
export function parseGuests({ guests }: EventDraft): number | null | undefined {
  const digits = toWesternDigits(guests).trim();
  if (digits === '') return null;
  return /^\d{1,6}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= 100_000
    ? Number(digits)
    : undefined;
}

/** Returns whether the text is a local date and time with a four-digit year. */
export const isEventTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text);

/** Builds the request body; lines without a quantity are skipped. */
export function buildEventOrder(
  draft: EventDraft,
  { _id, timezone }: { _id: string; timezone: string },
): CreateOrderInput {
  const notes = draft.notes.trim();
  return {
    branch: _id,
    deliveryDate: getDeliveryDate(draft),
    occasion: draft.occasion.trim(),
    eventAt: new Date(getInstantAtWallClock(Date.parse(`${draft.at}:00Z`), timezone)).toISOString(),
    guests: parseGuests(draft) ?? null,
    ...(notes ? { notes } : {}),
    items: draft.lines.flatMap(({ itemId, unit, qty }) =>
      (qty ?? 0) > 0 ? [{ itemId, orderQty: qty ?? 0, ...(unit ? { unit } : {}) }] : [],
    ),
  };
}

/** Returns a rejected order as a draft, so that it can be corrected. */
export const toEventDraft = (input: CreateOrderInput, timezone: string): EventDraft => ({
  occasion: input.occasion ?? '',
  at: input.eventAt
    ? new Date(wallClockMs(Date.parse(input.eventAt), timezone)).toISOString().slice(0, 16)
    : '',
  guests: input.guests ? String(input.guests) : '',
  deliveryDate: input.deliveryDate,
  notes: input.notes ?? '',
  lines: input.items.map(({ itemId, orderQty, unit = '' }) => ({ itemId, unit, qty: orderQty })),
});

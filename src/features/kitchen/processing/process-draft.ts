import type { EditOrderInput, EditOrderLineInput, Order, OrderLine } from '#contract/orders.ts';

import type { BeyondStock } from './pick-lines.ts';

export type LineField = 'approvedQty' | 'pickedQty' | 'shippedQty' | 'reason';
export type HeadField = 'driver' | 'vehicle';

/** What is typed and not saved yet: `driver`, `vehicle`, or `<lineId> <field>`. Null unsets. */
export type Draft = Readonly<Record<string, string | number | null>>;

export function lineKey(lineId: string, field: LineField): string {
  return `${lineId} ${field}`;
}

const headFields: readonly HeadField[] = ['driver', 'vehicle'];
const lineFields: readonly LineField[] = ['approvedQty', 'pickedQty', 'shippedQty', 'reason'];

/** The order as it will be when the draft is saved. */
export function withDraft(order: Order, draft: Draft): Order {
  if (Object.keys(draft).length === 0) return order;
  const given = <T extends object>(
    row: T,
    fields: readonly string[],
    keyOf: (field: string) => string,
  ): T => {
    const changed = fields.filter((field) => draft[keyOf(field)] !== undefined);
    return changed.length === 0
      ? row
      : { ...row, ...Object.fromEntries(changed.map((field) => [field, draft[keyOf(field)]])) };
  };
  return {
    ...given(order, headFields, (field) => field),
    items: order.items.map((line) => {
      const changed = given(line, lineFields, (field) => `${line.lineId} ${field}`);
      return changed === line || line.lots.length === 0 ? changed : { ...changed, lots: lotsWithin(changed) };
    }),
  };
}

/** The lots of a line as far as it ships them: the server puts back the last ones first, too. */
function lotsWithin({ lots, shippedQty, pickedQty }: OrderLine): OrderLine['lots'] {
  let left = shippedQty ?? pickedQty ?? 0;
  return lots.flatMap((lot) => {
    const qty = Math.min(lot.qty, left);
    left -= qty;
    return qty > 0 ? [{ ...lot, qty }] : [];
  });
}

/** The order by the keys of a draft, as far as the draft has them. */
export function fieldsOf(order: Order, draft: Draft): Draft {
  const lines = new Map(order.items.map((line) => [line.lineId, line]));
  return Object.fromEntries(
    Object.keys(draft).map((key) => {
      const [lineId = '', field] = key.split(' ');
      if (field === undefined) return [key, order[key as HeadField] ?? null];
      return [key, lines.get(lineId)?.[field as LineField] ?? null];
    }),
  );
}

/** By key of the draft: what this person has seen there or typed since it was first typed in. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Keys that somebody else has changed since: what is there now this person has neither seen nor typed. */
export function disputedIn(order: Order, draft: Draft, known: Known): string[] {
  const now = fieldsOf(order, draft);
  return Object.keys(draft).filter((key) => now[key] !== draft[key] && !known[key]?.includes(now[key]));
}

/** The draft as an edit that the server takes. */
export function editOf(draft: Draft): EditOrderInput {
  const head: Record<string, unknown> = {};
  const lines = new Map<string, Record<string, unknown>>();
  for (const [key, value] of Object.entries(draft)) {
    const [lineId = '', field] = key.split(' ');
    if (field === undefined) head[key] = value;
    else lines.set(lineId, { lineId, ...lines.get(lineId), [field]: value });
  }
  const items = [...lines.values()] as EditOrderLineInput[];
  return { ...head, ...(items.length > 0 ? { items } : {}) };
}

/** The other way round: what an edit on its way to the server changes. Added lines are left out. */
export function draftOf(edit: unknown): Draft {
  const { items = [], ...head } = (edit ?? {}) as EditOrderInput;
  const draft: Record<string, string | number | null> = {};
  for (const field of headFields) if (head[field] !== undefined) draft[field] = head[field];
  for (const line of items) {
    if (line.lineId === undefined) continue;
    for (const field of lineFields) {
      const value = line[field];
      if (value !== undefined) draft[lineKey(line.lineId, field)] = value;
    }
  }
  return draft;
}

/** What of the draft is not in `known` with the same value. */
export function changesSince(draft: Draft, known: Draft): Draft {
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
): Draft {
  const open = lines.filter((line) => line.pickedQty === null && line.shippedQty === null);
  const all = open.map((line) => [lineKey(line.lineId, 'pickedQty'), line.approvedQty ?? line.orderQty]);
  const short = missing.filter(({ line }) => open.some(({ lineId }) => lineId === line.lineId));
  return { ...Object.fromEntries(all), ...pickedFromStock(short, reason) };
}

/** What is there is shipped, and why not more. */
export function pickedFromStock(missing: readonly BeyondStock[], reason: string | null): Draft {
  return Object.fromEntries(
    missing.flatMap(({ line, available }) => [
      [lineKey(line.lineId, 'pickedQty'), available],
      ...(line.shippedQty === null ? [] : [[lineKey(line.lineId, 'shippedQty'), available]]),
      ...(line.reason === null ? [[lineKey(line.lineId, 'reason'), reason]] : []),
    ]),
  );
}

/** Every quantity taken back to unset, so that the order can be released. */
export function pickedCleared(lines: readonly OrderLine[]): Draft {
  const keys = lines.flatMap((line) =>
    (['pickedQty', 'shippedQty'] as const)
      .filter((field) => line[field] !== null)
      .map((field) => lineKey(line.lineId, field)),
  );
  return Object.fromEntries(keys.map((key) => [key, null]));
}

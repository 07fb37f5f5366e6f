import { addDays } from '#core/day.ts';
import type { HoldEvent, PlannedInvoice, PurchasedLine, PurchaseEvent, StoryEvent } from './events.ts';
import type { Story } from './orders.ts';

const hour = 3_600_000;

/** Days until a supplier's invoice; later receipts are not billed yet. */
const billedAfterDays = 3;

/** Days from an invoice to the credit note for rejected goods. */
const creditedAfterDays = 9;

interface Delivery {
  supplier: string;
  date: string;
  cameAt: number;
  lines: readonly PurchasedLine[];
}

/**
 * Plans a supplier's invoice of a delivery: mostly accepted goods at the agreed price, sometimes at a higher
 * price or including rejected goods, until a credit note.
 */
export function planInvoice(
  story: Story,
  { supplier, date, cameAt, lines }: Delivery,
): PlannedInvoice | null {
  const { random, today } = story;
  const luck = random.between(0, 1);
  const at = cameAt + random.int(28, 24 * billedAfterDays) * hour;
  if (date > addDays(today, -billedAfterDays) || at >= story.at(today, 0, story.kitchenZone)) return null;
  const number = `${supplier.replace('S', '')}${date.slice(2).replaceAll('-', '')}`;
  const bill: PlannedInvoice = { at, by: 'admin', number: `INV-${number}` };
  // A few suppliers raise prices; their latest invoices await a decision.
  const isRecent = date > addDays(today, -8);
  if (dearerSuppliers.has(supplier) && (isRecent || luck < 0.14))
    return { ...bill, dearerPercent: random.pick([2, 3, 4.5, 6]), ...(isRecent && { isDraft: true }) };
  if (!lines.some(({ rejectedPacks }) => rejectedPacks > 0)) return bill;
  const creditedAt = at + creditedAfterDays * 24 * hour;
  return {
    ...bill,
    billsRejected: true,
    ...(creditedAt < story.at(today, 0, story.kitchenZone) && { creditedAt }),
  };
}

const dearerSuppliers: ReadonlySet<string> = new Set(['S05', 'S08', 'S10', 'S12', 'S13']);

/** Lots to avoid: received too warm and on hold, or bought with a short expiry. */
const aside = [
  {
    daysAgo: 6,
    supplier: 'S02',
    item: 'CHL-011',
    packs: 3,
    code: 'MV-7731',
    goodFor: 4,
    hold: { reason: 'temperature', note: 'Logger of the van: 9 °C for two hours' },
  },
  {
    daysAgo: 4,
    supplier: 'S06',
    item: 'CHL-020',
    packs: 1,
    code: 'QF-0418',
    goodFor: 3,
    hold: { reason: 'quality', note: 'Dented tins, the supplier was told' },
  },
  { daysAgo: 1, supplier: 'S02', item: 'CHL-012', packs: 12, code: 'MV-7802', goodFor: 5, hold: null },
  { daysAgo: 1, supplier: 'S02', item: 'CHL-010', packs: 8, code: 'MV-7803', goodFor: 3, hold: null },
] as const;

export function setAsideLots(story: Story, place: string): StoryEvent[] {
  return aside.flatMap(({ daysAgo, supplier, item, packs, code, goodFor, hold }, nth) => {
    const date = addDays(story.today, -daysAgo);
    const at = story.at(date, 700 + nth * 7, story.kitchenZone);
    const purchase: PurchaseEvent = {
      kind: 'purchase',
      at,
      place,
      supplier,
      order: null,
      receipt: { at, by: 'kitchen', supplierRef: `EXTRA-${code}`, freightE4: 0 },
      invoice: null,
      lines: [
        {
          item,
          orderedPacks: packs,
          acceptedPacks: packs,
          rejectedPacks: 0,
          lot: { code, expiry: addDays(date, goodFor) },
        },
      ],
    };
    const holds = hold
      ? [{ kind: 'hold', at: at + hour, by: 'kitchen', item, lot: code, ...hold } satisfies HoldEvent]
      : [];
    return [purchase, ...holds];
  });
}

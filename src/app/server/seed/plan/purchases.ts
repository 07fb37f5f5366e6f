import { addDays } from '#core/day.ts';
import type { HoldEvent, PlannedInvoice, PurchasedLine, PurchaseEvent, PlanEvent } from './events.ts';
import type { PlanContext } from './orders.ts';

const hourMs = 3_600_000;

/** Days until a supplier invoices a delivery; more recent deliveries aren't invoiced yet. */
const invoicedAfterDays = 3;

/** Days from an invoice to the credit note for rejected goods. */
const creditedAfterDays = 9;

interface Delivery {
  supplier: string;
  date: string;
  receivedAt: number;
  lines: readonly PurchasedLine[];
}

/**
 * Plans the supplier's invoice for a delivery: usually the accepted goods at the agreed price, sometimes a
 * higher price, or rejected goods that are credited later.
 */
export function planInvoice(
  context: PlanContext,
  { supplier, date, receivedAt, lines }: Delivery,
): PlannedInvoice | null {
  const { random, today } = context;
  const chance = random.between(0, 1);
  const at = receivedAt + random.int(28, 24 * invoicedAfterDays) * hourMs;
  if (date > addDays(today, -invoicedAfterDays) || at >= context.toInstant(today, 0, context.kitchenZone))
    return null;
  const number = `${supplier.replace('S', '')}${date.slice(2).replaceAll('-', '')}`;
  const invoice: PlannedInvoice = { at, by: 'admin', number: `INV-${number}` };
  // A few suppliers raise prices; their latest invoices await a decision.
  const isRecent = date > addDays(today, -8);
  if (suppliersRaisingPrices.has(supplier) && (isRecent || chance < 0.14))
    return {
      ...invoice,
      priceIncreasePercent: random.pick([2, 3, 4.5, 6]),
      ...(isRecent && { isDraft: true }),
    };
  if (!lines.some(({ rejectedPacks }) => rejectedPacks > 0)) return invoice;
  const creditedAt = at + creditedAfterDays * 24 * hourMs;
  return {
    ...invoice,
    billsRejected: true,
    ...(creditedAt < context.toInstant(today, 0, context.kitchenZone) && { creditedAt }),
  };
}

const suppliersRaisingPrices: ReadonlySet<string> = new Set(['S05', 'S08', 'S10', 'S12', 'S13']);

/** Problem lots: on hold, or close to their expiry. */
const lots = [
  {
    daysAgo: 6,
    supplier: 'S02',
    item: 'CHL-011',
    packs: 3,
    code: 'MV-7731',
    lifeDays: 4,
    hold: { reason: 'temperature', note: 'Van temperature log: 9 °C for two hours' },
  },
  {
    daysAgo: 4,
    supplier: 'S06',
    item: 'CHL-020',
    packs: 1,
    code: 'QF-0418',
    lifeDays: 3,
    hold: { reason: 'quality', note: 'Dented tins, reported to the supplier' },
  },
  { daysAgo: 1, supplier: 'S02', item: 'CHL-012', packs: 12, code: 'MV-7802', lifeDays: 5, hold: null },
  { daysAgo: 1, supplier: 'S02', item: 'CHL-010', packs: 8, code: 'MV-7803', lifeDays: 3, hold: null },
] as const;

export function planProblemLots(context: PlanContext, place: string): PlanEvent[] {
  return lots.flatMap(({ daysAgo, supplier, item, packs, code, lifeDays, hold }, index) => {
    const date = addDays(context.today, -daysAgo);
    const at = context.toInstant(date, 700 + index * 7, context.kitchenZone);
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
          lot: { code, expiry: addDays(date, lifeDays) },
        },
      ],
    };
    const holds = hold
      ? [{ kind: 'hold', at: at + hourMs, by: 'kitchen', item, lot: code, ...hold } satisfies HoldEvent]
      : [];
    return [purchase, ...holds];
  });
}

import type { Random } from '../random.ts';
import type { OrderEvent, PlannedLine, SeedResolution, PersonKey } from './events.ts';

const shortReasons = [
  'Quality below standard',
  'Supplier delivered short',
  'Batch not ready in time',
  'Dropped while picking',
];
const approvalReasons = [
  'Allocated across branches',
  'Storage at the branch is full',
  'Above the weekly budget',
];

/** Plans review and picking: a few lines are approved for less or shipped short, with a reason. */
export function planReviewAndPicking(lines: PlannedLine[], random: Random): void {
  for (const line of lines) {
    if (line.orderQty > 2 && random.chance(0.02)) {
      line.approvedQty = line.orderQty - 1;
      line.reason = random.pick(approvalReasons);
    }
    const approved = line.approvedQty ?? line.orderQty;
    if (random.chance(0.035)) {
      line.shippedQty = approved > 1 ? approved - 1 : 0;
      line.reason = random.pick(shortReasons);
    }
  }
}

/** Returns the number of shipped packs. */
export function getShippedPacks(line: PlannedLine): number {
  return line.shippedQty ?? line.approvedQty ?? line.orderQty;
}

/**
 * Returns the number of packs that the branch accepts immediately; excess packs await the kitchen's
 * confirmation.
 */
export function getAcceptedPacks(line: PlannedLine): number {
  return getShippedPacks(line) - (line.damagedQty ?? 0) - (line.shortQty ?? 0);
}

/**
 * Makes one line short, damaged or over in a fraction of deliveries.
 *
 * @returns the affected lines
 */
export function addDeliveryDiscrepancies(
  lines: PlannedLine[],
  discrepancyShare: number,
  random: Random,
): PlannedLine[] {
  const candidates = lines.filter((line) => getShippedPacks(line) >= 2);
  if (candidates.length === 0 || !random.chance(discrepancyShare)) return [];
  const line = random.pick(candidates);
  const kind = random.pick(['shortQty', 'shortQty', 'damagedQty', 'damagedQty', 'overQty'] as const);
  line[kind] = 1;
  if (kind === 'damagedQty') line.note = random.pick(['Crushed in transit', 'Leaking', 'Arrived warm']);
  if (kind === 'overQty') line.note = 'One more than on the delivery note';
  return [line];
}

/** Plans how the kitchen resolves a discrepancy some days later. */
export function planResolution(line: PlannedLine, at: number, by: PersonKey, random: Random): SeedResolution {
  const base = { at, by, item: line.item };
  if (line.overQty) return { ...base, action: 'confirmed', note: 'Recounted: the kitchen shipped one more' };
  if (line.damagedQty) {
    return {
      ...base,
      action: 'written_off',
      chargedTo: random.pick(['kitchen', 'carrier']),
      note: 'Photo reviewed',
    };
  }
  return random.chance(0.5)
    ? { ...base, action: 'found_at_kitchen', note: 'Left on the loading bay' }
    : { ...base, action: 'found_at_branch', note: 'Was in another crate' };
}

const abandonedPaths = [
  { path: ['Under Review', 'Rejected'], reason: 'Ordered twice: the other order stands' },
  { path: ['Cancelled'], reason: undefined },
  {
    path: ['Under Review', 'Sent to Central Kitchen', 'Rejected'],
    reason: 'No delivery on that day: the van is in the workshop',
  },
  {
    path: ['Under Review', 'Sent to Central Kitchen', 'Under Process', 'Cancelled'],
    reason: 'The branch called: closed for a private event',
  },
  { path: ['Under Review', 'Cancelled'], reason: undefined },
] as const;

/** Returns the user who changes an order's status. */
export type ChooseActor = (to: OrderEvent['steps'][number]['to']) => PersonKey;

/**
 * Plans the steps of an order that is rejected or cancelled, ten minutes apart. `variant` picks one of five
 * paths.
 */
export function planAbandonedOrder(
  variant: number,
  createdAt: number,
  chooseActor: ChooseActor,
): OrderEvent['steps'] {
  const { path, reason } = abandonedPaths[variant % abandonedPaths.length] ?? abandonedPaths[0];
  return path.map((to, index) => {
    const isLast = index === path.length - 1;
    const isWithKitchen = path.slice(0, index).some((status) => status === 'Sent to Central Kitchen');
    const by = isWithKitchen ? 'kitchen' : chooseActor(to);
    return { to, at: createdAt + (index + 1) * 600_000, by, ...(isLast && reason ? { reason } : {}) };
  });
}

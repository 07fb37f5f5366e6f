import { ceilToStep, toMicro, toSafeNumber } from '#core/quantity.ts';
import { type Exact, multiplyExact } from '#core/exact.ts';

/** How an item is produced. */
export interface ProductionMethod {
  recipeId: string;
  /** Base units per batch. */
  batch: Exact;
  /** Counted in whole numbers. */
  isWhole?: boolean;
  /** Base units needed per batch, by item. */
  needs: ReadonlyMap<string, Exact>;
}

/**
 * Source of a demand: an order, a planned batch, a batch that the plan itself proposes for another item, or a
 * branch's forecast beyond orders.
 */
export type DemandSource = { kind: 'order' | 'batch' | 'item' | 'forecast'; id: string };

export interface DemandEntry {
  itemId: string;
  qtyMicro: number;
  by: DemandSource;
}

/** Demand and supply of one day. */
export interface PlanDay {
  day: string;
  wants: readonly DemandEntry[];
  /** Output of open batches on that day, by item. */
  planned: ReadonlyMap<string, number>;
  /** Stock reserved for orders of that day, by item. */
  reserved: ReadonlyMap<string, number>;
  /** Expected from suppliers on that day, by item; earlier days can't use it. */
  coming?: ReadonlyMap<string, number>;
}

export interface PlanInput {
  /** The planned day and all other days with demand or production, in any order. */
  days: readonly PlanDay[];
  day: string;
  /** By item in base units: usable stock, and stock in transit without a known day. */
  onHand: ReadonlyMap<string, number>;
  coming: ReadonlyMap<string, number>;
  makings: ReadonlyMap<string, ProductionMethod>;
}

/**
 * One item of a plan. `needed + claimed - onHand - planned - coming` is the shortage; negative means none. In
 * millionths of a base unit.
 */
export interface PlannedItem {
  itemId: string;
  neededMicro: number;
  /** Part of it that is expected beyond orders. */
  expectedMicro: number;
  /** Its sources; they add up to `neededMicro`. */
  sources: { by: DemandSource; qtyMicro: number }[];
  onHandMicro: number;
  /** Output of batches planned up to the day. */
  plannedMicro: number;
  comingMicro: number;
  /** Supply claimed by earlier days, by batches of other days, and by reservations for other days. */
  claimedMicro: number;
  missingMicro: number;
  /**
   * The shortage in whole batches, or whole pieces without a remainder for whole-number units; the shortage
   * itself for bought items.
   */
  toMakeMicro: number;
  batches: number;
  recipeId: string | null;
}

/**
 * Sorts items so that each comes before its ingredients. An item that would contain itself is treated as
 * bought.
 */
export function sortTopDown(makings: ReadonlyMap<string, ProductionMethod>): {
  order: string[];
  makings: Map<string, ProductionMethod>;
} {
  const methods = new Map(makings);
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const start of makings.keys()) {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.at(-1) as string;
      const making = methods.get(id);
      if (state.get(id) === 'done') stack.pop();
      else if (state.get(id) === 'open' || !making) {
        state.set(id, 'done');
        order.push(id);
        stack.pop();
      } else {
        state.set(id, 'open');
        for (const next of making.needs.keys())
          if (state.get(next) === 'open') methods.delete(id);
          else if (!state.has(next)) stack.push(next);
      }
    }
  }
  return { order: order.toReversed(), makings: methods };
}

const micro = ({ num, den }: Exact): Exact => ({ num: num * 1_000_000n, den });
/** Rounds up, so that a batch isn't short by a rounding error. */
const upwards = ({ num, den }: Exact): number => toSafeNumber((num + den - 1n) / den);

/**
 * Plans a kitchen's production for a day, level by level: demand less unclaimed stock, planned output and
 * incoming goods. Days take supply in order, so that no two count on the same stock; an item needed by
 * several is one row, rounded up to whole batches once.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function planProductionDay({ days, day, onHand, coming, makings: all }: PlanInput): PlannedItem[] {
  const pending = new Map([...all].map(([id, making]) => [id, making]));
  const { order, makings } = sortTopDown(pending);
  const sorted = days.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const items = new Set([
    ...order,
    ...onHand.keys(),
    ...coming.keys(),
    ...sorted.flatMap((planDay) => [
      ...planDay.wants.map(({ itemId }) => itemId),
      ...planDay.planned.keys(),
      ...(planDay.coming?.keys() ?? []),
    ]),
  ]);
  const rank = [...order, ...[...items].filter((id) => !order.includes(id))];
  const pool = new Map<string, number>();
  const add = (into: Map<string, number>, id: string, qtyMicro: number) =>
    into.set(id, (into.get(id) ?? 0) + qtyMicro);
  for (const [id, qtyMicro] of [...onHand, ...coming]) add(pool, id, qtyMicro);
  for (const planDay of sorted) for (const [id, qtyMicro] of planDay.reserved) add(pool, id, -qtyMicro);
  // Needs of later batches, as far as later production doesn't cover them.
  const later = new Map<string, number>();
  for (const candidate of sorted.filter((other) => other.day > day)) {
    for (const { itemId, qtyMicro, by } of candidate.wants)
      if (by.kind === 'batch') add(later, itemId, qtyMicro);
    for (const [id, qtyMicro] of candidate.planned) add(later, id, -qtyMicro);
  }
  for (const [id, qtyMicro] of later) if (qtyMicro > 0) add(pool, id, -qtyMicro);

  const planned = new Map<string, number>();
  const come = new Map(coming);
  let rows: PlannedItem[] = [];
  for (const each of sorted.filter((one) => one.day <= day)) {
    for (const [id, qtyMicro] of each.reserved) add(pool, id, qtyMicro);
    for (const [id, qtyMicro] of each.planned) {
      add(pool, id, qtyMicro);
      add(planned, id, qtyMicro);
    }
    for (const [id, qtyMicro] of each.coming ?? []) {
      add(pool, id, qtyMicro);
      add(come, id, qtyMicro);
    }
    rows = planOne(each);
  }
  return sorted.some((one) => one.day === day) ? rows : [];

  function planOne({ wants, planned: today }: PlanDay): PlannedItem[] {
    const sources = Map.groupBy<string, { itemId: string; by: DemandSource; qtyMicro: number }>(
      wants.map((want) => ({ ...want })),
      ({ itemId }) => itemId,
    );
    const rows: PlannedItem[] = [];
    for (const itemId of rank) {
      const itemSources = sources.get(itemId) ?? [];
      const neededMicro = itemSources.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
      const freeMicro = Math.max(0, pool.get(itemId) ?? 0);
      const takenMicro = Math.min(neededMicro, freeMicro);
      pool.set(itemId, (pool.get(itemId) ?? 0) - takenMicro);
      const missingMicro = neededMicro - takenMicro;
      const making = makings.get(itemId);
      const batches = making && missingMicro > 0 ? batchesFor(missingMicro, making.batch) : 0;
      if (making && batches > 0)
        for (const [id, qty] of making.needs) {
          const qtyMicro = upwards(multiplyExact(micro(qty), { num: BigInt(batches), den: 1n }));
          const by = { kind: 'item', id: itemId } as const;
          sources.set(id, [...(sources.get(id) ?? []), { itemId: id, by, qtyMicro }]);
        }
      const [onHandMicro, comingMicro] = [onHand.get(itemId) ?? 0, come.get(itemId) ?? 0];
      const plannedMicro = planned.get(itemId) ?? 0;
      if (neededMicro === 0 && !today.has(itemId)) continue;
      rows.push({
        itemId,
        neededMicro,
        expectedMicro: itemSources.reduce(
          (sum, { by, qtyMicro }) => sum + (by.kind === 'forecast' ? qtyMicro : 0),
          0,
        ),
        sources: itemSources.map(({ by, qtyMicro }) => ({ by, qtyMicro })),
        onHandMicro,
        plannedMicro,
        comingMicro,
        claimedMicro: onHandMicro + plannedMicro + comingMicro - freeMicro,
        missingMicro,
        toMakeMicro: making && batches > 0 ? madeBy(making, batches, missingMicro) : missingMicro,
        batches,
        recipeId: making?.recipeId ?? null,
      });
    }
    return rows;
  }
}

/**
 * Returns the output of a number of batches; for whole-number units a fraction is dropped unless it is
 * missing.
 */
function madeBy({ batch, isWhole }: ProductionMethod, batches: number, missingMicro: number): number {
  const allMicro = upwards(multiplyExact(micro(batch), { num: BigInt(batches), den: 1n }));
  if (!isWhole) return allMicro;
  const oneMicro = toMicro(1);
  return Math.max(allMicro - (allMicro % oneMicro), ceilToStep(missingMicro, oneMicro));
}

/** Returns the number of whole batches for a quantity. */
const batchesFor = (missingMicro: number, batch: Exact): number => {
  const { num, den } = micro(batch);
  return num <= 0n ? 0 : toSafeNumber((BigInt(missingMicro) * den + num - 1n) / num);
};

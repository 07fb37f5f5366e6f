import { ceilToStep, toMicro, toSafeNumber } from '../quantity.ts';
import { type Exact, times } from '../recipes/exact.ts';

/** How an item is made. */
export interface ProductionMethod {
  recipeId: string;
  /** Base units in one batch. */
  batch: Exact;
  /** It is counted in whole numbers. */
  isWhole?: boolean;
  /** Base units that one batch takes, by item. */
  needs: ReadonlyMap<string, Exact>;
}

/**
 * Who wants something: an order, a batch that is planned, what the plan itself would make of another item; or a branch by its forecast,
 * beyond orders.
 */
export type DemandSource = { kind: 'order' | 'batch' | 'item' | 'forecast'; id: string };

export interface DemandEntry {
  itemId: string;
  qtyMicro: number;
  by: DemandSource;
}

/** What one day asks for. */
export interface PlanDay {
  day: string;
  wants: readonly DemandEntry[];
  /** What open batches of that day will make, by item. */
  planned: ReadonlyMap<string, number>;
  /** What of the shelves is held for orders of that day, by item. */
  reserved: ReadonlyMap<string, number>;
  /** What is expected from suppliers on that day, by item: days before cannot take it. */
  coming?: ReadonlyMap<string, number>;
}

export interface PlanInput {
  /** The day that is planned, and every other one that something is wanted or made on; in any order. */
  days: readonly PlanDay[];
  day: string;
  /** By item, in base units: what can be used, and what is on its way and may come any day. */
  onHand: ReadonlyMap<string, number>;
  coming: ReadonlyMap<string, number>;
  makings: ReadonlyMap<string, ProductionMethod>;
}

/**
 * One item of a plan. `needed + claimed - onHand - planned - coming` is what is missing; below zero, nothing is. All in
 * millionths of a base unit.
 */
export interface PlannedItem {
  itemId: string;
  neededMicro: number;
  /** What of that is expected beyond orders. */
  expectedMicro: number;
  /** Who needs it; together `neededMicro`. */
  sources: { by: DemandSource; qtyMicro: number }[];
  onHandMicro: number;
  /** Made by batches that are planned up to the day. */
  plannedMicro: number;
  comingMicro: number;
  /** What of all that is for earlier days, for batches of other days, and held for orders of other days. */
  claimedMicro: number;
  missingMicro: number;
  /** What is missing in whole batches, of what is counted in whole numbers without a part; what is missing, of what is bought. */
  toMakeMicro: number;
  batches: number;
  recipeId: string | null;
}

/**
 * Items in an order in which each stands before those that it is made of. What would be made of itself, by whatever way, is
 * taken as bought: its way of making is left out.
 */
export function sortTopDown(makings: ReadonlyMap<string, ProductionMethod>): {
  order: string[];
  makings: Map<string, ProductionMethod>;
} {
  const known = new Map(makings);
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const start of makings.keys()) {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.at(-1) as string;
      const making = known.get(id);
      if (state.get(id) === 'done') stack.pop();
      else if (state.get(id) === 'open' || !making) {
        state.set(id, 'done');
        order.push(id);
        stack.pop();
      } else {
        state.set(id, 'open');
        for (const next of making.needs.keys())
          if (state.get(next) === 'open') known.delete(id);
          else if (!state.has(next)) stack.push(next);
      }
    }
  }
  return { order: order.toReversed(), makings: known };
}

const micro = ({ num, den }: Exact): Exact => ({ num: num * 1_000_000n, den });
/** Upwards: a crumb too little would leave a batch short. */
const upwards = ({ num, den }: Exact): number => toSafeNumber((num + den - 1n) / den);

/**
 * What a kitchen makes for a day: what is wanted, less what is there, planned or coming and is not for somebody else, level
 * by level. Days take what there is one after the other, so that no two of them count on the same tray; an item that several
 * take is one row with the sum, and is rounded up to whole batches once.
 *
 * @throws QuantityError beyond exact numbers.
 */
export function planProductionDay({ days, day, onHand, coming, makings: all }: PlanInput): PlannedItem[] {
  const wanted = new Map([...all].map(([id, making]) => [id, making]));
  const { order, makings } = sortTopDown(wanted);
  const sorted = days.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const items = new Set([
    ...order,
    ...onHand.keys(),
    ...coming.keys(),
    ...sorted.flatMap((each) => [
      ...each.wants.map(({ itemId }) => itemId),
      ...each.planned.keys(),
      ...(each.coming?.keys() ?? []),
    ]),
  ]);
  const rank = [...order, ...[...items].filter((id) => !order.includes(id))];
  const pool = new Map<string, number>();
  const add = (into: Map<string, number>, id: string, qtyMicro: number) =>
    into.set(id, (into.get(id) ?? 0) + qtyMicro);
  for (const [id, qtyMicro] of [...onHand, ...coming]) add(pool, id, qtyMicro);
  for (const each of sorted) for (const [id, qtyMicro] of each.reserved) add(pool, id, -qtyMicro);
  // What batches of later days take is theirs, as far as batches of those days do not bring it.
  const later = new Map<string, number>();
  for (const each of sorted.filter((one) => one.day > day)) {
    for (const { itemId, qtyMicro, by } of each.wants) if (by.kind === 'batch') add(later, itemId, qtyMicro);
    for (const [id, qtyMicro] of each.planned) add(later, id, -qtyMicro);
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
    const made: PlannedItem[] = [];
    for (const itemId of rank) {
      const of = sources.get(itemId) ?? [];
      const neededMicro = of.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
      const freeMicro = Math.max(0, pool.get(itemId) ?? 0);
      const takenMicro = Math.min(neededMicro, freeMicro);
      pool.set(itemId, (pool.get(itemId) ?? 0) - takenMicro);
      const missingMicro = neededMicro - takenMicro;
      const making = makings.get(itemId);
      const batches = making && missingMicro > 0 ? batchesFor(missingMicro, making.batch) : 0;
      if (making && batches > 0)
        for (const [id, qty] of making.needs) {
          const qtyMicro = upwards(times(micro(qty), { num: BigInt(batches), den: 1n }));
          const by = { kind: 'item', id: itemId } as const;
          sources.set(id, [...(sources.get(id) ?? []), { itemId: id, by, qtyMicro }]);
        }
      const [onHandMicro, comingMicro] = [onHand.get(itemId) ?? 0, come.get(itemId) ?? 0];
      const plannedMicro = planned.get(itemId) ?? 0;
      if (neededMicro === 0 && !today.has(itemId)) continue;
      made.push({
        itemId,
        neededMicro,
        expectedMicro: of.reduce((sum, { by, qtyMicro }) => sum + (by.kind === 'forecast' ? qtyMicro : 0), 0),
        sources: of.map(({ by, qtyMicro }) => ({ by, qtyMicro })),
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
    return made;
  }
}

/** What so many batches bring. Of what is counted in whole numbers a part of one is left over, unless it is missing. */
function madeBy({ batch, isWhole }: ProductionMethod, batches: number, missingMicro: number): number {
  const allMicro = upwards(times(micro(batch), { num: BigInt(batches), den: 1n }));
  if (!isWhole) return allMicro;
  const oneMicro = toMicro(1);
  return Math.max(allMicro - (allMicro % oneMicro), ceilToStep(missingMicro, oneMicro));
}

/** How many whole batches bring so much. */
const batchesFor = (missingMicro: number, batch: Exact): number => {
  const { num, den } = micro(batch);
  return num <= 0n ? 0 : toSafeNumber((BigInt(missingMicro) * den + num - 1n) / num);
};

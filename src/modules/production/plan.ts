import { ceilToStep, toMicro, toSafeNumber } from '#core/quantity.ts';
import { type Exact, multiplyExact } from '#core/exact.ts';

/** An item's production method. */
export interface ProductionMethod {
  recipeId: string;
  /** Base units per batch. */
  batch: Exact;
  /** Whether the item is counted in whole numbers. */
  isWhole?: boolean;
  /** Base units needed per batch, by item. */
  needs: ReadonlyMap<string, Exact>;
}

/**
 * Kinds of demand: an order, a planned batch, a batch that the plan itself proposes for another item, a
 * branch's forecast in addition to orders, the location's own sales forecast, or its par level.
 */
export const demandKinds = ['order', 'batch', 'item', 'forecast', 'sales', 'par'] as const;
export type DemandSource = { kind: (typeof demandKinds)[number]; id: string };

export interface DemandEntry {
  itemId: string;
  qtyMicro: number;
  source: DemandSource;
}

/** A sales forecast or par level, whichever is higher. It includes the item's use in other items. */
export interface MinimumDemand {
  qtyMicro: number;
  source: DemandSource;
}

/** Demand and supply for one day. */
export interface PlanDay {
  day: string;
  demands: readonly DemandEntry[];
  /** Minimum demand by item. If other sources add up to less, the difference is needed too. */
  minimums?: ReadonlyMap<string, MinimumDemand>;
  /** Output of open batches for that day, by item. */
  planned: ReadonlyMap<string, number>;
  /** Stock reserved for that day's orders, by item. */
  reserved: ReadonlyMap<string, number>;
  /** Expected from suppliers on that day, by item; it can't be used for earlier days. */
  incoming?: ReadonlyMap<string, number>;
}

export interface PlanInput {
  /** The planned day and all other days with demand or production, in any order. */
  days: readonly PlanDay[];
  day: string;
  /** By item in base units: usable stock, and stock in transit without a known arrival day. */
  onHand: ReadonlyMap<string, number>;
  incoming: ReadonlyMap<string, number>;
  methods: ReadonlyMap<string, ProductionMethod>;
}

/**
 * One item in a plan, in millionths of a base unit. `needed + claimed - onHand - planned - incoming` is the
 * shortage; if negative, there is none.
 */
export interface PlannedItem {
  itemId: string;
  neededMicro: number;
  /** The part of the demand that is expected in addition to orders. */
  expectedMicro: number;
  /** Its sources; they add up to `neededMicro`. */
  sources: { source: DemandSource; qtyMicro: number }[];
  onHandMicro: number;
  /** Output of batches planned through that day. */
  plannedMicro: number;
  incomingMicro: number;
  /** Supply claimed by earlier days, by batches on other days, and by reservations for other days. */
  claimedMicro: number;
  missingMicro: number;
  /**
   * The shortage rounded up to whole batches (for whole-number units, without fractions of a piece); for
   * bought items, the shortage itself.
   */
  toMakeMicro: number;
  batches: number;
  recipeId: string | null;
}

/**
 * Sorts items so that each item comes before its ingredients. An item that would contain itself is treated as
 * bought.
 */
export function sortTopDown(methods: ReadonlyMap<string, ProductionMethod>): {
  order: string[];
  methods: Map<string, ProductionMethod>;
} {
  const acyclicMethods = new Map(methods);
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const start of methods.keys()) {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.at(-1) as string;
      const method = acyclicMethods.get(id);
      if (state.get(id) === 'done') stack.pop();
      else if (state.get(id) === 'open' || !method) {
        state.set(id, 'done');
        order.push(id);
        stack.pop();
      } else {
        state.set(id, 'open');
        for (const next of method.needs.keys())
          if (state.get(next) === 'open') acyclicMethods.delete(id);
          else if (!state.has(next)) stack.push(next);
      }
    }
  }
  return { order: order.toReversed(), methods: acyclicMethods };
}

const toMicroUnits = ({ num, den }: Exact): Exact => ({ num: num * 1_000_000n, den });
/** Rounds up, so that a batch isn't short by a rounding error. */
const roundUp = ({ num, den }: Exact): number => toSafeNumber((num + den - 1n) / den);

/**
 * Plans a kitchen's production for a day, level by level: demand less unclaimed stock, planned output and
 * incoming goods. Supply is allocated to days in order, so that no two days use the same stock; an item with
 * several uses is one row, rounded up to whole batches once.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function planProductionDay({
  days,
  day,
  onHand,
  incoming,
  methods: allMethods,
}: PlanInput): PlannedItem[] {
  const pending = new Map([...allMethods].map(([id, method]) => [id, method]));
  const { order, methods } = sortTopDown(pending);
  const sortedDays = days.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const items = new Set([
    ...order,
    ...onHand.keys(),
    ...incoming.keys(),
    ...sortedDays.flatMap((planDay) => [
      ...planDay.demands.map(({ itemId }) => itemId),
      ...(planDay.minimums?.keys() ?? []),
      ...planDay.planned.keys(),
      ...(planDay.incoming?.keys() ?? []),
    ]),
  ]);
  const itemOrder = [...order, ...[...items].filter((id) => !order.includes(id))];
  const pool = new Map<string, number>();
  const addTo = (target: Map<string, number>, id: string, qtyMicro: number) =>
    target.set(id, (target.get(id) ?? 0) + qtyMicro);
  for (const [id, qtyMicro] of [...onHand, ...incoming]) addTo(pool, id, qtyMicro);
  for (const planDay of sortedDays) for (const [id, qtyMicro] of planDay.reserved) addTo(pool, id, -qtyMicro);
  // Needs of later batches that later production doesn't cover.
  const laterNeeds = new Map<string, number>();
  for (const candidate of sortedDays.filter((other) => other.day > day)) {
    for (const { itemId, qtyMicro, source } of candidate.demands)
      if (source.kind === 'batch') addTo(laterNeeds, itemId, qtyMicro);
    for (const [id, qtyMicro] of candidate.planned) addTo(laterNeeds, id, -qtyMicro);
  }
  for (const [id, qtyMicro] of laterNeeds) if (qtyMicro > 0) addTo(pool, id, -qtyMicro);

  const planned = new Map<string, number>();
  const incomingByItem = new Map(incoming);
  let rows: PlannedItem[] = [];
  for (const planDay of sortedDays.filter((candidate) => candidate.day <= day)) {
    for (const [id, qtyMicro] of planDay.reserved) addTo(pool, id, qtyMicro);
    for (const [id, qtyMicro] of planDay.planned) {
      addTo(pool, id, qtyMicro);
      addTo(planned, id, qtyMicro);
    }
    for (const [id, qtyMicro] of planDay.incoming ?? []) {
      addTo(pool, id, qtyMicro);
      addTo(incomingByItem, id, qtyMicro);
    }
    rows = planSingleDay(planDay);
  }
  return sortedDays.some((candidate) => candidate.day === day) ? rows : [];

  function planSingleDay({ demands, minimums, planned: plannedToday }: PlanDay): PlannedItem[] {
    const sources = Map.groupBy<string, { itemId: string; source: DemandSource; qtyMicro: number }>(
      demands.map((demand) => ({ ...demand })),
      ({ itemId }) => itemId,
    );
    const rows: PlannedItem[] = [];
    for (const itemId of itemOrder) {
      const itemSources = addMinimum(sources.get(itemId) ?? [], minimums?.get(itemId));
      const neededMicro = sumMicro(itemSources);
      const freeMicro = Math.max(0, pool.get(itemId) ?? 0);
      const takenMicro = Math.min(neededMicro, freeMicro);
      pool.set(itemId, (pool.get(itemId) ?? 0) - takenMicro);
      const missingMicro = neededMicro - takenMicro;
      const method = methods.get(itemId);
      const batches = method && missingMicro > 0 ? countBatches(missingMicro, method.batch) : 0;
      if (method && batches > 0)
        for (const [id, qty] of method.needs) {
          const qtyMicro = roundUp(multiplyExact(toMicroUnits(qty), { num: BigInt(batches), den: 1n }));
          const source = { kind: 'item', id: itemId } as const;
          sources.set(id, [...(sources.get(id) ?? []), { itemId: id, source, qtyMicro }]);
        }
      const [onHandMicro, incomingMicro] = [onHand.get(itemId) ?? 0, incomingByItem.get(itemId) ?? 0];
      const plannedMicro = planned.get(itemId) ?? 0;
      if (neededMicro === 0 && !plannedToday.has(itemId)) continue;
      rows.push({
        itemId,
        neededMicro,
        expectedMicro: sumMicro(itemSources.filter(({ source }) => kindsBeyondOrders.has(source.kind))),
        sources: itemSources.map(({ source, qtyMicro }) => ({ source, qtyMicro })),
        onHandMicro,
        plannedMicro,
        incomingMicro,
        claimedMicro: onHandMicro + plannedMicro + incomingMicro - freeMicro,
        missingMicro,
        toMakeMicro: method && batches > 0 ? computeOutput(method, batches, missingMicro) : missingMicro,
        batches,
        recipeId: method?.recipeId ?? null,
      });
    }
    return rows;
  }
}

/** Kinds of demand that are expected in addition to orders. */
const kindsBeyondOrders: ReadonlySet<DemandSource['kind']> = new Set(['forecast', 'sales']);

const sumMicro = (entries: readonly { qtyMicro: number }[]): number =>
  entries.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);

/** Adds the difference to an item's minimum, if its sources add up to less. */
function addMinimum(
  sources: readonly Pick<DemandEntry, 'source' | 'qtyMicro'>[],
  minimum: MinimumDemand | undefined,
) {
  const shortfallMicro = (minimum?.qtyMicro ?? 0) - sumMicro(sources);
  return minimum && shortfallMicro > 0
    ? [...sources, { source: minimum.source, qtyMicro: shortfallMicro }]
    : sources;
}

/**
 * Returns the output of a number of batches; for whole-number units, a fraction is dropped unless it is
 * needed.
 */
function computeOutput({ batch, isWhole }: ProductionMethod, batches: number, missingMicro: number): number {
  const allMicro = roundUp(multiplyExact(toMicroUnits(batch), { num: BigInt(batches), den: 1n }));
  if (!isWhole) return allMicro;
  const pieceMicro = toMicro(1);
  return Math.max(allMicro - (allMicro % pieceMicro), ceilToStep(missingMicro, pieceMicro));
}

/** Returns the number of whole batches for a quantity. */
const countBatches = (missingMicro: number, batch: Exact): number => {
  const { num, den } = toMicroUnits(batch);
  return num <= 0n ? 0 : toSafeNumber((BigInt(missingMicro) * den + num - 1n) / num);
};

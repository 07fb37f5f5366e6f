import { sql } from 'kysely';
import type { RecallSale } from '../shapes.ts';
import { getBusinessDay } from '#core/business-day.ts';
import { unnamedLot } from '#modules/lots/lot-rules.ts';
import type { Actor } from '#core/permissions.ts';
import { fromMicro, toSafeNumber } from '#core/quantity.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadPortionConsumption, listRecipeChangeDays } from '#modules/sales/server/portion-consumption.ts';
import { computeUnitConsumption, listRecipeIds } from '#modules/sales/server/modifiers.ts';
import { type SoldTillItem, loadSoldTillItems } from '#modules/sales/server/depletion.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';

const ref = (name: string) => sql.ref(name);
const daysPerChunk = 200;

/** A branch that had lots in scope, with the business day of their first arrival by item. */
interface RecallBranch {
  branchId: string;
  name: string;
  /**
   * The branch's business day of the recall; later sales are included only if their stock movements used a
   * lot in scope.
   */
  recallDay: string;
  arrivals: Map<string, string>;
}

/** Items in scope used on a sales day, each with the basis for including it. */
type UsedItems = ReadonlyMap<string, RecallSale['basis']>;

/**
 * Loads sales of menu items that used lots in scope of a recall, at branches that the actor sees. If the
 * stock movements of a sales day include lots of an item, the day is included only for lots in scope;
 * otherwise every menu item whose recipe contains the item is included, from the arrival of the lot through
 * the day of the recall.
 */
export async function loadRecallSales(db: Queryable, actor: Actor, recallId: string): Promise<RecallSale[]> {
  const branches = await loadRecallBranches(db, actor, recallId);
  const sales: RecallSale[] = [];
  const names = await loadItemNames(db, recallId);
  for (const branch of branches) {
    const from = [...branch.arrivals.values()].toSorted()[0] ?? branch.recallDay;
    const days = await db
      .selectFrom('saleDays')
      .select(['_id', 'day'])
      .where('branchId', '=', branch.branchId)
      .where('day', '>=', from)
      .orderBy('day')
      .execute();
    for (const chunk of chunks(days, daysPerChunk)) {
      const usedItems = await loadUsedItems(db, recallId, branch, chunk);
      const soldTillItems = await loadSoldTillItems(db, [...usedItems.keys()]);
      const itemsByTillItem = await loadItemsByTillItem(db, soldTillItems, chunk);
      for (const [key, sold] of Map.groupBy(soldTillItems, ({ dayId, tillItem }) => `${dayId} ${tillItem}`)) {
        const [first] = sold;
        if (!first) continue;
        const usedItem = [...(usedItems.get(first.dayId) ?? [])].find(([itemId]) =>
          itemsByTillItem.get(key)?.has(itemId),
        );
        if (!usedItem) continue;
        const [itemId, basis] = usedItem;
        sales.push({
          day: first.day,
          dayId: first.dayId,
          branchId: branch.branchId,
          branchName: branch.name,
          tillItem: first.tillItem,
          qty: fromMicro(toSafeNumber(sold.reduce((sum, { qtyMicro }) => sum + BigInt(qtyMicro), 0n))),
          itemName: names.get(itemId) ?? itemId,
          basis,
        });
      }
    }
  }
  return sales;
}

async function loadRecallBranches(db: Queryable, actor: Actor, recallId: string): Promise<RecallBranch[]> {
  const rows = await db
    .selectFrom('recallPlaces as p')
    .innerJoin('recalls as r', 'r._id', 'p.recallId')
    .innerJoin('places', 'places.placeId', 'p.placeId')
    .innerJoin('branches as b', 'b._id', 'places.branchId')
    .innerJoin('lots', 'lots._id', 'p.lotId')
    .innerJoin('stockMoves as m', (join) =>
      join
        .onRef('m.toPlace', '=', 'p.placeId')
        .on(sql<boolean>`coalesce(m.${ref('toLotId')}, m.${ref('lotId')}) = p.${ref('lotId')}`),
    )
    .select(['b._id as branchId', 'b.name', 'b.timezone', 'b.dayEnds', 'r.startedAt', 'lots.itemId'])
    .select((eb) => eb.fn.min('m.arrivalDay').as('arrival'))
    .where('p.recallId', '=', recallId)
    .where(isPlaceVisibleTo(actor))
    .groupBy(['b._id', 'b.name', 'b.timezone', 'b.dayEnds', 'r.startedAt', 'lots.itemId'])
    .orderBy('b.name')
    .execute();
  return [...Map.groupBy(rows, ({ branchId }) => branchId)].flatMap(([branchId, found]) => {
    const [first] = found;
    if (!first) return [];
    const recallDay = getBusinessDay(first.startedAt, first);
    const arrivals = new Map(found.map(({ itemId, arrival }) => [itemId, arrival]));
    return [{ branchId, name: first.name, recallDay, arrivals }];
  });
}

async function loadItemNames(db: Queryable, recallId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('recallLots as l')
    .innerJoin('lots', 'lots._id', 'l.lotId')
    .innerJoin('items', 'items._id', 'lots.itemId')
    .select(['items._id', 'items.name'])
    .distinct()
    .where('l.recallId', '=', recallId)
    .execute();
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}

/** Loads the items in scope used on a branch's sales days; days without any are left out. */
async function loadUsedItems(
  db: Queryable,
  recallId: string,
  { arrivals, recallDay }: RecallBranch,
  days: readonly { _id: string; day: string }[],
): Promise<Map<string, UsedItems>> {
  const { rows } = await sql<{ docId: string; itemId: string; named: number; inScope: number }>`
    select m.${ref('docId')}, m.${ref('itemId')},
      max(case when lots.code <> ${unnamedLot} then 1 else 0 end) as named,
      max(case when l.${ref('lotId')} is not null then 1 else 0 end) as ${ref('inScope')}
    from (select ${ref('docId')}, ${ref('itemId')}, ${ref('lotId')},
        sum(case when kind = 'consumption' then ${ref('qtyMicro')} else -${ref('qtyMicro')} end) as qty
      from ${sql.table('stockMoves')}
      where ${ref('docType')} = 'sales' and kind in ('consumption', 'consumption_reversal')
        and ${ref('docId')} in (${sql.join(days.map(({ _id }) => _id))})
        and ${ref('itemId')} in (${sql.join([...arrivals.keys()])})
      group by ${ref('docId')}, ${ref('itemId')}, ${ref('lotId')}) as m
    left join lots on lots.${ref('_id')} = m.${ref('lotId')}
    left join ${sql.table('recallLots')} as l on l.${ref('lotId')} = m.${ref('lotId')} and l.${ref('recallId')} = ${recallId}
    where m.qty > 0 group by m.${ref('docId')}, m.${ref('itemId')}`.execute(db);
  const movesByKey = new Map(rows.map((row) => [`${row.docId} ${row.itemId}`, row]));
  return new Map(
    days.flatMap(({ _id, day }) => {
      const usedItems = [...arrivals].flatMap(([itemId, arrival]): [string, RecallSale['basis']][] => {
        const move = movesByKey.get(`${_id} ${itemId}`);
        if (Number(move?.inScope ?? 0) === 1) return [[itemId, 'lot']];
        if (Number(move?.named ?? 0) === 1 || day < arrival || day > recallDay) return [];
        return [[itemId, 'recipe']];
      });
      return usedItems.length === 0 ? [] : [[_id, new Map(usedItems)] as const];
    }),
  );
}

/**
 * Loads the items of each menu item by day: those of its recipe at that time with its modifiers, or the item
 * it is mapped to.
 */
async function loadItemsByTillItem(
  db: Queryable,
  soldTillItems: readonly SoldTillItem[],
  days: readonly { day: string }[],
): Promise<Map<string, ReadonlySet<string>>> {
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const changeDays = await listRecipeChangeDays(db, from, to);
  const itemsByTillItem = new Map<string, Set<string>>();
  for (const [changeDay, rows] of Map.groupBy(
    soldTillItems,
    ({ day }) => changeDays.findLast((candidate) => candidate <= day) ?? from,
  )) {
    const portions = await loadPortionConsumption(db, listRecipeIds(rows), changeDay);
    for (const sale of rows) {
      const key = `${sale.dayId} ${sale.tillItem}`;
      const itemIds = itemsByTillItem.get(key) ?? new Set<string>();
      itemsByTillItem.set(key, itemIds);
      for (const item of computeUnitConsumption(sale, portions)?.items.keys() ?? []) itemIds.add(item);
    }
  }
  return itemsByTillItem;
}

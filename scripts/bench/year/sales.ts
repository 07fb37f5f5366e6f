import { type Exact, exact, roundExact, multiplyExact } from '#core/exact.ts';
import { toSafeNumber } from '#core/quantity.ts';
import { computeStockSteps } from '#modules/sales/depletion-steps.ts';
import { addAmount, exactFromMicro } from '#modules/sales/server/portion-consumption.ts';
import { type HistoryContext, person, toInstant } from './history-context.ts';
import { type Dish, countAvailablePortions } from './menu.ts';
import type { YearOrder } from './orders.ts';

/**
 * Sells dishes made from delivered goods: a share of the available portions that depends on the day of the
 * week.
 */
export function postSales(
  history: HistoryContext,
  day: string,
  arrived: readonly YearOrder[],
  weekdayFactor: number,
): void {
  const { books, catalogue, random } = history;
  const at = toInstant(day, '20:00');
  for (const [{ _id: branchId }, orders] of Map.groupBy(arrived, (order) => order.branch)) {
    const dishes = new Set<Dish>();
    for (const { lines } of orders)
      for (const { itemId } of lines) {
        const dish = catalogue.menu.dishByItem.get(itemId);
        if (dish) dishes.add(dish);
      }
    const dayId = `year-sales-${branchId}-${day}`;
    const ingredients = new Map<string, Exact>();
    const rows: object[] = [];
    const sums = { qtyMicro: 0, netE4: 0 };
    for (const dish of dishes) {
      const maxPortions = countAvailablePortions(dish, (itemId) =>
        books.getUsableMicro(branchId, itemId, day),
      );
      const portions = Math.floor(maxPortions * Math.min(0.95, random.between(0.6, 0.9) * weekdayFactor));
      if (portions <= 0) continue;
      const sold = { qtyMicro: portions * 1_000_000, netE4: portions * dish.priceE4 };
      for (const [itemId, perPortion] of dish.ingredients)
        addAmount(ingredients, itemId, multiplyExact(exactFromMicro(sold.qtyMicro), perPortion));
      const { code, name } = dish;
      rows.push({ dayId, rowNo: rows.length, code, recipeId: null, name, ...sold });
      sums.qtyMicro += sold.qtyMicro;
      sums.netE4 += sold.netE4;
    }
    if (rows.length === 0) continue;
    const ingredientMicro = new Map(
      [...ingredients].map(([itemId, amount]) => [
        itemId,
        toSafeNumber(roundExact(multiplyExact(amount, exact(1_000_000n, 1n)))),
      ]),
    );
    for (const { itemId, qtyMicro } of computeStockSteps(ingredientMicro, []))
      books.post(
        {
          itemId,
          fromPlace: branchId,
          toPlace: 'consumption',
          qtyMicro,
          kind: 'consumption',
          docType: 'sales',
          docId: dayId,
          docLineId: `${dayId}:${itemId}`,
          lot: '',
        },
        { at, docNo: '', userId: person._id },
      );
    history.add('saleDays', {
      _id: dayId,
      sourceId: catalogue.source,
      branchId,
      day,
      depletesStock: 1,
      gaps: '[]',
      userId: person._id,
      userName: person.name,
      createdAt: at,
      updatedAt: at,
      version: 1,
      ...sums,
    });
    history.add('saleRows', ...rows);
  }
}

import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { batchSummary, batchLine } from '#modules/production/shapes.ts';
import { expiryByShelfLife, buildLotCode } from '#modules/lots/lot-rules.ts';
import { computeDueMicro, computeBatchExpiry, allocateBatchCost } from '#modules/production/batch.ts';
import type { ProductionLineRow } from '#platform/server/db/tables.ts';
import { computeNeededMicro } from '#modules/production/server/create.ts';
import { addDays } from '#core/day.ts';
import type { YearItem } from './year-types.ts';
import { toInstant, type HistoryContext, createDocumentColumns, kitchen, person } from './history-context.ts';

/** Planned production of a day with its ingredients. */
export interface HistoryBatchPlan {
  item: YearItem;
  recipeId: string;
  plannedQtyMicro: number;
  needs: ReadonlyMap<string, number>;
}

/** Number of days that the kitchen produces for. */
const productionDays = 4;

/** Plans a batch of each missing kitchen product. */
export function planHistoryBatches(
  history: HistoryContext,
  day: string,
  quantities: ReadonlyMap<YearItem, number>,
): HistoryBatchPlan[] {
  const { books, catalogue } = history;
  const { recipeByItem, kitchenRecipes } = catalogue.menu;
  return [...quantities].flatMap(([item, wantedMicro]) => {
    const recipeId = recipeByItem.get(item._id);
    if (recipeId === undefined) return [];
    if (books.getUsableMicro(kitchen._id, item._id, addDays(day, 2)) >= wantedMicro) return [];
    const plannedQtyMicro = wantedMicro * productionDays;
    const needs = computeNeededMicro({ recipeId, plannedQtyMicro }, kitchenRecipes);
    if (!needs) throw new Error(`The ingredients of ${item.name} are unknown`);
    return [{ item, recipeId, plannedQtyMicro, needs }];
  });
}

/** Completes a batch, sometimes with a small loss. */
export function completeBatch(
  history: HistoryContext,
  day: string,
  { item, recipeId, plannedQtyMicro, needs }: HistoryBatchPlan,
): void {
  const { books, catalogue, random } = history;
  const [plannedAt, startedAt, at] = [
    toInstant(day, '08:00'),
    toInstant(day, '14:00'),
    toInstant(day, '15:00'),
  ];
  const number = history.takeDocumentNumber('PB', day);
  const context = { at, docNo: number, userId: person._id, cycle: 1 };
  const lossMicro = random.chance(0.2) ? Math.round(plannedQtyMicro * random.between(0.01, 0.05)) : 0;
  const lostQtyMicro = Math.round(lossMicro / 1000) * 1000;
  const goodQtyMicro = plannedQtyMicro - lostQtyMicro;
  const createLine = (
    lineItem: YearItem,
    position: number,
    side: 'in' | 'out',
    needed: number,
  ): ProductionLineRow => ({
    ...buildEmptyRow(batchLine),
    lineId: `${number}-${position}`,
    batchId: number,
    position,
    side,
    itemId: lineItem._id,
    itemCode: lineItem.itemCode,
    itemName: lineItem.name,
    unitSymbol: 'kg',
    neededQtyMicro: needed,
    postedQtyMicro: 0,
    lots: '[]',
    fixedValueE4: null,
    valueE4: 0,
  });
  const toPostingFields = ({ itemId, lineId: docLineId }: ProductionLineRow) =>
    ({ itemId, docType: 'production_batch', docId: number, docLineId }) as const;
  const expiries: (string | null)[] = [];
  const inputs = [...needs].map(([itemId, needed], index) => {
    const ingredient = catalogue.itemById.get(itemId);
    if (!ingredient) throw new Error(`There is no ${itemId}`);
    const input = createLine(ingredient, index + 1, 'in', needed);
    const qtyMicro = computeDueMicro(needed, goodQtyMicro + lostQtyMicro, plannedQtyMicro);
    const consumption = books.post(
      {
        ...toPostingFields(input),
        fromPlace: kitchen._id,
        toPlace: 'production',
        qtyMicro,
        kind: 'consumption',
        lot: '',
      },
      context,
    );
    expiries.push(...consumption.lots.flatMap(({ lot }) => (lot ? [lot.expiry] : [])));
    return { ...input, postedQtyMicro: qtyMicro, valueE4: consumption.valueE4 };
  });
  const inE4 = inputs.reduce((sum, { valueE4 }) => sum + valueE4, 0);
  const output = createLine(item, 0, 'out', plannedQtyMicro);
  const { lineId } = output;
  const allocation = allocateBatchCost(inE4, [
    { lineId, qtyMicro: goodQtyMicro, shareMicro: null, fixedE4: null },
  ]);
  const { shelfLifeDays } = item;
  const expiry = expiryByShelfLife(day, { trackExpiry: shelfLifeDays !== null, shelfLifeDays });
  const lot = shelfLifeDays === null ? '' : buildLotCode(item.itemCode, day, 1);
  if (lot !== '')
    books.lots.addLot(item._id, lot, computeBatchExpiry(expiry, expiries, false), {
      type: 'production_batch',
      id: number,
      day,
      placeId: kitchen._id,
      at,
    });
  const produced = books.post(
    {
      ...toPostingFields(output),
      fromPlace: 'production',
      toPlace: kitchen._id,
      qtyMicro: goodQtyMicro,
      kind: 'production',
      lot,
      valueE4: allocation?.valueE4.get(lineId) ?? 0,
    },
    context,
  );
  const recipe = catalogue.menu.kitchenRecipes.versions.get(recipeId);
  history.add('productionBatches', {
    ...buildEmptyRow(batchSummary),
    ...createDocumentColumns(number, plannedAt, 3, at),
    status: 'Completed',
    recipeId,
    recipeName: item.name,
    versionId: recipe?.versionId,
    recipeVersion: recipe?.no,
    kitchen: kitchen._id,
    kitchenName: kitchen.name,
    itemId: item._id,
    itemCode: item.itemCode,
    itemName: item.name,
    unitSymbol: 'kg',
    plannedQtyMicro,
    plannedFor: day,
    goodQtyMicro,
    lostQtyMicro,
    parts: 1,
    startedAt,
    startedByName: person.name,
    completedAt: at,
    completedByName: person.name,
    lossMicro: 0,
    labourE4: 0,
    valueE4: inE4,
    allergens: '[]',
    limitsExpiryToIngredients: 0,
  });
  history.add(
    'productionLines',
    { ...output, postedQtyMicro: goodQtyMicro, valueE4: produced.valueE4 },
    ...inputs,
  );
  history.add('productionParts', {
    partId: `${number}:1`,
    batchId: number,
    no: 1,
    at,
    byName: person.name,
    goodMicro: goodQtyMicro,
    lostMicro: lostQtyMicro,
    reason: lostQtyMicro > 0 ? 'Spilled' : null,
    reasonCode: null,
    reasonNote: null,
    labourE4: 0,
    valueE4: inE4,
    lostE4: allocation?.lostE4 ?? 0,
    reversedAt: null,
  });
  history.addHistory('production_batch', 'production-batches', number, [
    { to: 'Planned', verb: null, at: plannedAt },
    { to: 'In Progress', verb: 'start', at: startedAt },
    { to: 'Completed', verb: 'finish', at },
  ]);
}

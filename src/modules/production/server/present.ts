import { toWire } from '#platform/documents/document-rows.ts';
import {
  type BatchLine,
  type BatchPart,
  type BatchSummary,
  type ProductionBatch,
  batchSummary,
  batchLine,
} from '../shapes.ts';
import { fromE4 } from '#core/money.ts';
import { type Actor, canSeeStockCosts } from '#core/permissions.ts';
import {
  computeDueMicro,
  computeRemainingToMakeMicro,
  computeRemainingMicro,
  computeUnitCostE4,
} from '../batch.ts';
import { toExactOrNull, fromMicro } from '#core/quantity.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import { readHistory } from '#platform/documents/server/history.ts';
import { batchDocument } from './definition.ts';
import { parseVersionContent } from '#modules/recipes/server/versions.ts';
import { loadLotItems, type LotItem } from '#modules/stock/server/lot-book.ts';
import { computeNextGoodMicro, computeNextUsedMicro } from './finish.ts';
import { loadCurrentBatchAllergens, listBatchLabels } from './labels.ts';
import { encodeAllergens, decodeAllergens } from './recipes.ts';
import {
  type BatchHeader,
  type ProductionLine,
  type LoadedBatch,
  getMainOutput,
  getBatchProgress,
} from './rows.ts';

const selectVersion = statement((db, id: string) =>
  db.selectFrom('recipeVersions').select('content').where('_id', '=', id),
);
const selectParts = statement((db, id: string) =>
  db.selectFrom('productionParts').selectAll().where('batchId', '=', id).orderBy('no'),
);
const selectLotMoves = statement((db, id: string) =>
  db
    .selectFrom('stockMoves')
    .innerJoin('items', 'items._id', 'stockMoves.itemId')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .leftJoin('lots', 'lots._id', 'stockMoves.lotId')
    .select([
      'cycle',
      'stockMoves.kind',
      'stockMoves.itemId',
      'items.name',
      'units.symbol',
      'lots.code',
      'lots.expiry',
    ])
    .select('stockMoves.qtyMicro')
    .where('stockMoves.docId', '=', id)
    .where('stockMoves.docType', '=', 'production_batch')
    .where('stockMoves.kind', 'in', ['consumption', 'production'])
    .where('stockMoves.qtyMicro', '>', 0)
    .orderBy('stockMoves.seq'),
);

/** Converts a batch to its response for an actor. */
export async function presentBatch(
  db: Queryable,
  batch: LoadedBatch,
  actor: Actor,
): Promise<ProductionBatch> {
  const { header, lines } = batch;
  const [version] = await selectVersion(db, header.versionId);
  const canSeeCosts = canSeeStockCosts(actor);
  const outputs = await loadLotItems(
    db,
    lines.filter(({ side }) => side === 'out').map(({ itemId }) => itemId),
  );
  const parts = await selectParts(db, header._id);
  const moves = parts.length === 0 ? [] : await selectLotMoves(db, header._id);
  const currentAllergens =
    parts.length === 0 ? decodeAllergens(header.allergens) : await loadCurrentBatchAllergens(db, batch);
  const finished = parts.map(
    ({ no, at, byName, goodMicro, lostMicro, reason, reversedAt, ...part }): BatchPart => {
      const listMovedLots = (kind: string) =>
        moves
          .filter((move) => Number(move.cycle) === Number(no) && move.kind === kind)
          .map(({ itemId, name, symbol, code, expiry, qtyMicro }) => ({
            itemId,
            itemName: name,
            unitSymbol: symbol,
            lot: code ?? '',
            expiry,
            qty: fromMicro(Number(qtyMicro)),
          }));
      return {
        no: Number(no),
        at,
        byName,
        good: fromMicro(Number(goodMicro)),
        lost: fromMicro(Number(lostMicro)),
        reason,
        labour: canSeeCosts ? fromE4(Number(part.labourE4)) : null,
        value: canSeeCosts ? fromE4(Number(part.valueE4)) : null,
        reversedAt,
        used: listMovedLots('consumption'),
        made: listMovedLots('production'),
      };
    },
  );
  return {
    ...toBatchSummary(header, actor, batch),
    items: lines.map((line) => toLine(batch, line, canSeeCosts, outputs)),
    finished,
    currentAllergens: JSON.parse(encodeAllergens(currentAllergens)) as ProductionBatch['currentAllergens'],
    labels: await listBatchLabels(db, header._id, {
      allergens: currentAllergens,
      lots: finished.filter(({ reversedAt }) => reversedAt === null).flatMap(({ made }) => made),
    }),
    steps: version ? parseVersionContent(version).steps : [],
    statusHistory: await readHistory(db, batchDocument, header._id),
    allowedMoves: allowedTransitions(batchDocument, batch, actor),
  };
}

/** Converts a batch to its list row. The unit cost needs the lines, across which the cost is split. */
export function toBatchSummary(header: BatchHeader, actor: Actor, batch?: LoadedBatch): BatchSummary {
  const canSeeCosts = canSeeStockCosts(actor);
  const money = (amountE4: number | null) => (canSeeCosts && amountE4 !== null ? fromE4(amountE4) : null);
  const summary = toWire(batchSummary, header, {
    labour: ({ labourE4 }) => money(labourE4),
    value: ({ parts, valueE4 }) => money(parts === 0 ? null : valueE4),
    unitCost: ({ goodQtyMicro }) =>
      batch ? money(computeUnitCostE4(getMainOutput(batch).valueE4, goodQtyMicro)) : null,
  });
  return summary;
}

/** Returns 0 if the quantity is too large for exact arithmetic. */
const toSafeQuantity = (compute: () => number): number => fromMicro(toExactOrNull(compute) ?? 0);

function toLine(
  batch: LoadedBatch,
  line: ProductionLine,
  canSeeCosts: boolean,
  outputs: ReadonlyMap<string, LotItem>,
): BatchLine {
  const { header } = batch;
  const progress = getBatchProgress(header);
  const output = line.side === 'out' ? outputs.get(line.itemId) : undefined;
  const isMain = line.side === 'out' && line.itemId === header.itemId;
  const money = (amountE4: number | null) => (canSeeCosts && amountE4 !== null ? fromE4(amountE4) : null);
  return toWire(batchLine, line, {
    proposedQty: () =>
      toSafeQuantity(() =>
        isMain ? computeNextGoodMicro(batch) : line.side === 'out' ? 0 : computeNextUsedMicro(batch, line),
      ),
    dueQty: ({ neededQtyMicro }) =>
      toSafeQuantity(() => computeDueMicro(neededQtyMicro, progress.processedMicro, progress.plannedMicro)),
    remainingQty: ({ neededQtyMicro }) =>
      toSafeQuantity(() =>
        isMain ? computeRemainingToMakeMicro(progress) : computeRemainingMicro(neededQtyMicro, progress),
      ),
    tracksLots: () => output !== undefined,
    shelfLifeDays: () => (output?.trackExpiry ? output.shelfLifeDays : null),
    fixedValue: ({ fixedValueE4 }) => money(fixedValueE4),
    value: ({ postedQtyMicro, valueE4 }) => money(postedQtyMicro === 0 ? null : valueE4),
  });
}

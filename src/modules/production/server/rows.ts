import type { Selectable } from 'kysely';
import type { BatchStatus, BatchLifecycleInput } from '../lifecycle.ts';
import type { ProductionBatchRow, ProductionLineRow } from '#platform/server/db/tables.ts';
import { batchDocument } from './definition.ts';
import { createDocumentStore, type LoadedDocument } from '#platform/documents/server/store.ts';

export type BatchHeader = Selectable<ProductionBatchRow>;
export type ProductionLine = Selectable<ProductionLineRow>;

/** A batch with its lines. */
export type LoadedBatch = LoadedDocument<BatchHeader, ProductionLine>;

export const batchStore = createDocumentStore<BatchHeader, ProductionLine>(batchDocument, {
  immutableColumns: {
    header: ['number', 'recipeId', 'kitchen', 'itemId', 'userId', 'userName', 'createdAt'],
    lines: ['batchId', 'position', 'side', 'itemId', 'itemCode', 'itemName', 'itemNameAlt'],
  },
});

/** Converts a batch to the input of the lifecycle rules. */
export const toBatchLifecycleInput = ({ header }: Pick<LoadedBatch, 'header'>): BatchLifecycleInput => ({
  ...header,
  status: header.status as BatchStatus,
});

/** Returns a batch's planned and processed quantities. */
export const getBatchProgress = ({ plannedQtyMicro, goodQtyMicro, lostQtyMicro }: BatchHeader) => ({
  plannedMicro: plannedQtyMicro,
  processedMicro: goodQtyMicro + lostQtyMicro,
});

/** Returns the main output's line. */
export function getMainOutput({ header, lines }: LoadedBatch): ProductionLine {
  const line = lines.find(({ side, itemId }) => side === 'out' && itemId === header.itemId);
  if (!line) throw new Error(`Batch ${header.number} has no main output`);
  return line;
}

/** A lot specified for consumption, with its quantity in base units. */
export interface ConsumedLot {
  lot: string;
  qty: number;
}

export const parseLineLots = ({ lots }: Pick<ProductionLine, 'lots'>): ConsumedLot[] =>
  JSON.parse(lots) as ConsumedLot[];

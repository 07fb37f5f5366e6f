import type { Selectable } from 'kysely';
import type { BatchStatus, BatchLifecycleInput } from '#domain/production/lifecycle.ts';
import type { ProductionBatchRow, ProductionLineRow } from '../../db/tables.ts';
import { batchDocument } from '../../documents/buying-and-making.ts';
import { documentStore, type LoadedDocument } from '../../documents/store.ts';

export type Head = Selectable<ProductionBatchRow>;
export type Line = Selectable<ProductionLineRow>;

/** A batch in memory: what the rules read, and what is saved. */
export type LoadedBatch = LoadedDocument<Head, Line>;

export const batchStore = documentStore<Head, Line>(batchDocument, {
  frozen: {
    head: ['number', 'recipeId', 'kitchen', 'itemId', 'userId', 'userName', 'createdAt'],
    lines: ['batchId', 'position', 'side', 'itemId', 'itemCode', 'itemName', 'itemNameAlt'],
  },
});

/** The batch as the rules of moves and edits see it. */
export const movable = ({ head }: Pick<LoadedBatch, 'head'>): BatchLifecycleInput => ({
  ...head,
  status: head.status as BatchStatus,
});

/** How far a batch is. */
export const progressOf = ({ plannedQtyMicro, goodQtyMicro, lostQtyMicro }: Head) => ({
  plannedMicro: plannedQtyMicro,
  processedMicro: goodQtyMicro + lostQtyMicro,
});

/** The line of what a batch is made for. */
export function mainOf({ head, lines }: LoadedBatch): Line {
  const line = lines.find(({ side, itemId }) => side === 'out' && itemId === head.itemId);
  if (!line) throw new Error(`Batch ${head.number} makes nothing`);
  return line;
}

/** A lot that was named for what is used, with how much of it, in base units. */
export interface NamedLot {
  lot: string;
  qty: number;
}

export const lotsOf = ({ lots }: Pick<Line, 'lots'>): NamedLot[] => JSON.parse(lots) as NamedLot[];

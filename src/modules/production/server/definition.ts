import { defineDocument } from '#platform/documents/server/define.ts';
import { batchLifecycle } from '../lifecycle.ts';
import { batchList } from '../list.ts';
import { batchSummary, batchLine } from '../shapes.ts';

/** Production batches in the database. */
export const batchDocument = defineDocument<{ kitchen: string }>({
  type: 'production_batch',
  collection: 'production-batches',
  table: 'productionBatches',
  number: 'number',
  series: 'PB',
  lifecycle: batchLifecycle,
  fields: batchSummary,
  lines: { table: 'productionLines', document: 'batchId', fields: batchLine },
  list: {
    spec: batchList,
    joins: [['items', 'itemId']],
    names: {},
    search: { numbers: ['productionBatches.number'], words: ['items.search'] },
  },
  searchColumns: { numbers: ['number'], words: ['itemName', 'recipeName', 'notes'], day: 'plannedFor' },
  lifecycleInput: { columns: ['parts'] },
  reasons: [
    ['productionBatches', 'reasonCode'],
    ['productionParts', 'reasonCode'],
  ],
});

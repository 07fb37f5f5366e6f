import { defineDocument, type DocumentHeader } from '#platform/documents/server/define.ts';
import { transferLifecycle } from '../lifecycle.ts';
import { transferList } from '../list.ts';
import { transferSummary, transferLineFields } from '../shapes.ts';

/** Transfers between locations and returns to suppliers in the database. */
export const transferDocument = defineDocument<
  { from: string; to: string },
  DocumentHeader & { from: string; to: string }
>({
  type: 'transfer',
  collection: 'transfers',
  table: 'transfers',
  number: 'number',
  series: 'TRF',
  lifecycle: transferLifecycle,
  // Both sides see it from the start: the receiver may have requested it.
  scope: { branch: 'transfers.from', locations: ['transfers.from', 'transfers.to'] },
  audience: ({ from, to }) => ({ branches: [from, to], kitchens: [from, to] }),
  fields: transferSummary,
  lines: {
    table: 'transferLines',
    document: 'transferId',
    fields: transferLineFields,
  },
  list: {
    spec: transferList,
    joins: [],
    names: {},
    search: { numbers: ['transfers.number', 'transfers.noteNo'], words: [] },
  },
  searchColumns: { numbers: ['number', 'noteNo'], words: ['toName', 'notes'], day: 'createdAt' },
  lifecycleInput: { columns: ['kind', 'from', 'to', 'sentBy'] },
  refersTo: [['suppliers', 'transfers', 'to']],
  reasons: [['transferLines', 'reasonCode']],
});

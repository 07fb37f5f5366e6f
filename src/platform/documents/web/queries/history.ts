import { historyEntry } from '../../document-shapes.ts';
import { type JsonRecord, readRecord } from '#platform/shapes/tolerant.ts';
import type { Collection } from '#core/permissions.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { readerOf } from '#platform/web/queries/read-shape.ts';

const readStep = readerOf(historyEntry);

/** Queries the history of a document, oldest first; an error on servers without it. */
export function documentHistoryQuery(collection: Collection, id: string) {
  return readQuery({
    collection: `${collection}_data`,
    key: ['history', id],
    lifetime: 'orders',
    path: `${collection}/${encodeURIComponent(id)}/history`,
    read: (reply) => readList(reply, (step) => readStep(withOurStepNames(step))).rows,
  });
}

/** Renames fields of history steps of other servers. */
export function withOurStepNames(step: unknown): JsonRecord {
  const row = readRecord(step);
  return { ...row, to: row['to'] ?? row['status'], at: row['at'] ?? row['changedAt'] };
}

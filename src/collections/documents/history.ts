import { historyEntry } from '#contract/shapes/documents.ts';
import { type JsonRecord, readRecord } from '#contract/tolerant.ts';
import type { Collection } from '#domain/permissions.ts';
import { readList, readQuery } from '../read-query.ts';
import { readerOf } from '../read-shape.ts';

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

import { historyEntry } from '../../document-shapes.ts';
import { type JsonRecord, readRecord } from '#platform/shapes/tolerant.ts';
import type { Collection } from '#core/permissions.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';

const readStep = createReader(historyEntry);

/** Queries a document's history, oldest first; fails on servers without this endpoint. */
export function documentHistoryQuery(collection: Collection, id: string) {
  return readQuery({
    collection: `${collection}_data`,
    key: ['history', id],
    lifetime: 'orders',
    path: `${collection}/${encodeURIComponent(id)}/history`,
    read: (reply) => readList(reply, (step) => readStep(normalizeHistoryEntry(step))).rows,
  });
}

/** Renames the fields of history entries from servers that use different names. */
export function normalizeHistoryEntry(step: unknown): JsonRecord {
  const row = readRecord(step);
  return { ...row, to: row['to'] ?? row['status'], at: row['at'] ?? row['changedAt'] };
}

import { type HistoryEntry, historyEntry } from '#contract/shapes/documents.ts';
import { readInstant, type JsonRecord, readReference, readText } from '#contract/tolerant.ts';
import type { Collection } from '#domain/permissions.ts';
import { readList, readQuery } from '../read-query.ts';
import { readerOf } from '../read-shape.ts';

/** Queries the history of a document, oldest first; an error on servers without it. */
export function documentHistoryQuery(collection: Collection, id: string) {
  return readQuery({
    collection: `${collection}_data`,
    key: ['history', id],
    lifetime: 'orders',
    path: `${collection}/${encodeURIComponent(id)}/history`,
    read: (reply) => readList(reply, readerOf(historyEntry)).rows,
  });
}

/** Reads one step of an order as any server may send it. */
export function readStep(row: JsonRecord): HistoryEntry {
  const by = readReference(row['by']);
  return {
    from: readText(row['from']),
    to: readText(row['to']) ?? readText(row['status']) ?? '',
    by: by?.id ?? '',
    byName: readText(row['byName']) ?? by?.name ?? '',
    at: readInstant(row['at']) ?? readInstant(row['changedAt']) ?? '',
    reason: readText(row['reason']),
    ...('reasonCode' in row && {
      reasonCode: readText(row['reasonCode']),
      reasonNote: readText(row['reasonNote']),
    }),
    ...('verb' in row && { verb: readText(row['verb']) }),
  };
}

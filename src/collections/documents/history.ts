import type { HistoryEntry } from '#contract/document-schemas.ts';
import { instant, type JsonRecord, list, reference, text } from '#contract/tolerant.ts';
import type { Collection } from '#domain/permissions.ts';
import { readQuery } from '../read-query.ts';

/** The steps of a document's life, oldest first; refused by servers that keep none. */
export function documentHistoryQuery(collection: Collection, id: string) {
  return readQuery({
    collection: `${collection}_data`,
    key: ['history', id],
    lifetime: 'orders',
    path: `${collection}/${encodeURIComponent(id)}/history`,
    read: (reply) => list(reply.data, readStep).rows,
  });
}

/** One step, as any server may tell it. */
export function readStep(row: JsonRecord): HistoryEntry {
  const by = reference(row['by']);
  return {
    from: text(row['from']),
    to: text(row['to']) ?? text(row['status']) ?? '',
    by: by?.id ?? '',
    byName: text(row['byName']) ?? by?.name ?? '',
    at: instant(row['at']) ?? instant(row['changedAt']) ?? '',
    reason: text(row['reason']),
    ...('reasonCode' in row && {
      reasonCode: text(row['reasonCode']),
      reasonNote: text(row['reasonNote']),
    }),
    ...('verb' in row && { verb: text(row['verb']) }),
  };
}

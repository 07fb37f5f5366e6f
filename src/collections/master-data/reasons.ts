import { readBoolean, readId, type JsonRecord, readText } from '#contract/tolerant.ts';
import { reasonUses } from '#domain/reasons/uses.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import type { ListedReason } from '#src/lib/reasons.ts';
import { readList, readQuery } from '../read-query.ts';

/** Queries all reasons, including archived ones, which documents still refer to. */
export function reasonsQuery() {
  return readQuery({
    collection: 'reasons_data',
    key: ['list'],
    lifetime: 'other',
    path: 'reasons',
    search: { limit: 500 },
    read: (reply) => readList(reply, readReason).rows,
  });
}

function readReason(row: JsonRecord): ListedReason | null {
  const code = readText(row['code']) ?? readId(row);
  if (code === null) return null;
  return {
    code,
    name: shownNames(readText(row['name']) ?? code, readText(row['nameAlt'])).name,
    isActive: readBoolean(row['isActive'], true),
    asksNote: readBoolean(row['asksNote']),
    uses: reasonUses.filter((use) => readBoolean(row[use])),
    returnsTo: readText(row['returnsTo']),
  };
}

import { readBoolean, readId, type JsonRecord, readText } from '#platform/shapes/tolerant.ts';
import { reasonUses } from '#core/reasons/uses.ts';
import { getDisplayNames } from '#platform/web/i18n/display-names.ts';
import type { ListedReason } from '#platform/web/form/reason-choices.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';

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
    name: getDisplayNames(readText(row['name']) ?? code, readText(row['nameAlt'])).name,
    isActive: readBoolean(row['isActive'], true),
    requiresNote: readBoolean(row['requiresNote']),
    uses: reasonUses.filter((use) => readBoolean(row[use])),
    returnsTo: readText(row['returnsTo']),
  };
}

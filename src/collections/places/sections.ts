import { boolean, idOf, type JsonRecord, number, reference, text } from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** A shelf or station; `sortOrder` is the order in which people walk past. */
export interface Section {
  _id: string;
  name: string;
  nameAlt: string | null;
  code: string;
  branchId: string | null;
  temperature: string;
  sortOrder: number;
  isActive: boolean;
}

/** The sections in use. */
export function activeSectionsQuery() {
  return readQuery({
    collection: 'sections_active',
    key: ['list'],
    lifetime: 'sections',
    path: 'sections/active',
    search: { limit: 500 },
    read: (reply) => readList(reply, readSection).rows,
  });
}

function readSection(row: JsonRecord): Section | null {
  const _id = idOf(row);
  if (_id === null) return null;
  return {
    _id,
    ...shownNames(text(row['name']) ?? _id, text(row['nameAlt'])),
    code: text(row['code']) ?? '',
    branchId: reference(row['branchId'])?.id ?? null,
    temperature: text(row['temperature']) ?? '',
    sortOrder: number(row['sortOrder']) ?? 0,
    isActive: boolean(row['isActive'], true),
  };
}

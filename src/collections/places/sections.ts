import {
  readBoolean,
  readId,
  type JsonRecord,
  readNumberValue,
  readReference,
  readText,
} from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** A section of a location; sections are counted and picked by `sortOrder`. */
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

/** Queries the active sections. */
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
  const _id = readId(row);
  if (_id === null) return null;
  return {
    _id,
    ...shownNames(readText(row['name']) ?? _id, readText(row['nameAlt'])),
    code: readText(row['code']) ?? '',
    branchId: readReference(row['branchId'])?.id ?? null,
    temperature: readText(row['temperature']) ?? '',
    sortOrder: readNumberValue(row['sortOrder']) ?? 0,
    isActive: readBoolean(row['isActive'], true),
  };
}

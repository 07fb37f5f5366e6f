import { readBoolean, readId, type JsonRecord, readNumberValue, readText } from '#contract/tolerant.ts';
import { currentProfile } from '#src/lib/session/session.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

export interface ItemCategory {
  _id: string;
  name: string;
  nameAlt: string | null;
  sortOrder: number;
  isActive: boolean;
}

export function itemCategoriesQuery() {
  return readQuery({
    collection: 'categories_data',
    key: ['items'],
    lifetime: 'categories',
    path: currentProfile().paths.itemCategories,
    search: { limit: 500 },
    read: (reply) => readList(reply, readCategory).rows,
  });
}

function readCategory(row: JsonRecord): ItemCategory | null {
  const _id = readId(row);
  if (_id === null) return null;
  return {
    _id,
    ...shownNames(readText(row['name']) ?? _id, readText(row['nameAlt'])),
    sortOrder: readNumberValue(row['sortOrder']) ?? 0,
    isActive: readBoolean(row['isActive'], true),
  };
}

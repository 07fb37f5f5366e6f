import { buildSearchText } from '#core/text.ts';
import type { Bit } from '#platform/server/db/tables.ts';

/** Returns the common columns of master data. */
export function buildCommonColumns(_id: string, at: string) {
  return { _id, createdAt: at, updatedAt: at, version: 1, isActive: 1 as Bit };
}

/**
 * Returns the common columns of named master data; `additionalSearchText` is searched in addition to the
 * names.
 */
export function buildMasterColumns(
  _id: string,
  at: string,
  names: { name: string; nameAlt: string },
  additionalSearchText = '',
) {
  return {
    ...buildCommonColumns(_id, at),
    name: names.name,
    nameAlt: names.nameAlt || null,
    search: buildSearchText(names.name, names.nameAlt, additionalSearchText),
  };
}

/** Converts a boolean to its column value. */
export function toBit(isSet: boolean): Bit {
  return isSet ? 1 : 0;
}

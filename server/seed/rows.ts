import { searchLines } from '#domain/text.ts';
import type { Bit } from '../db/master-tables.ts';

/** The columns that every row people maintain has. */
export function commonColumns(_id: string, at: string) {
  return { _id, createdAt: at, updatedAt: at, version: 1, isActive: 1 as Bit };
}

/** The columns that every master-data row has; `also` is searched beside the names. */
export function masterColumns(_id: string, at: string, names: { name: string; nameAlt: string }, also = '') {
  return {
    ...commonColumns(_id, at),
    name: names.name,
    nameAlt: names.nameAlt || null,
    search: searchLines(names.name, names.nameAlt, also),
  };
}

/** A yes or no as columns hold it. */
export function bit(is: boolean): Bit {
  return is ? 1 : 0;
}

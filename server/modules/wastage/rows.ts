import type { Selectable } from 'kysely';
import { wireOf } from '#contract/document-fields.ts';
import type { Wastage } from '#contract/wastage.ts';
import { wastageFields } from '#contract/wastage-fields.ts';
import type { WastageRow } from '../../db/tables.ts';
import { type NamesOfToday, wastageDocument } from '../../documents/registry.ts';
import { documentStore, type LoadedDocument } from '../../documents/store.ts';

export type FoundWastage = Selectable<WastageRow> & NamesOfToday;
export type LoadedWastage = LoadedDocument<FoundWastage, never>;

export const wastageStore = documentStore<FoundWastage>(wastageDocument);

export function toWastage(row: FoundWastage): Wastage {
  const wire = wireOf(wastageFields, row, {
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    itemNameAlt: ({ itemNameAlt }) => itemNameAlt,
    lot: ({ lot }) => (lot === '' ? null : lot),
  });
  return row.pieces === null ? wire : { ...wire, pieces: row.pieces };
}

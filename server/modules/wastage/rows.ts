import type { Selectable } from 'kysely';
import { wireOf } from '#contract/document-rows.ts';
import { type Wastage, wastageFields } from '#contract/shapes/wastage.ts';
import type { LotPart } from '#domain/lots/lots.ts';
import { fromMicro } from '#domain/quantity.ts';
import type { WastageRow } from '../../db/tables.ts';
import { type CurrentNames, wastageDocument } from '../../documents/registry.ts';
import { documentStore, type LoadedDocument } from '../../documents/store.ts';

export type WastageRecord = Selectable<WastageRow> & CurrentNames;
export type LoadedWastage = LoadedDocument<WastageRecord, never>;

export const wastageStore = documentStore<WastageRecord>(wastageDocument);

export function toWastage(row: WastageRecord): Wastage {
  const wire = wireOf(wastageFields, row, {
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    itemNameAlt: ({ itemNameAlt }) => itemNameAlt,
    lot: ({ lot }) => (lot === '' ? null : lot),
  });
  const lots = parseWastageLots(row).map(({ lot, qtyMicro }) => ({ lot, qty: fromMicro(qtyMicro) }));
  return {
    ...wire,
    ...(lots.length > 0 && { lots }),
  };
}

/** Parses the lots of a record with several lots. */
export function parseWastageLots({ lots }: Pick<Selectable<WastageRow>, 'lots'>): LotPart[] {
  const parts: LotPart[] = JSON.parse(lots);
  return parts;
}

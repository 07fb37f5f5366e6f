import type { Selectable } from 'kysely';
import { toWire } from '#platform/documents/document-rows.ts';
import { type Wastage, wastageFields } from '../shapes.ts';
import type { LotPart } from '#modules/lots/lot-rules.ts';
import { fromMicro } from '#core/quantity.ts';
import type { WastageRow } from '#platform/server/db/tables.ts';
import { type CurrentNames } from '#modules/documents/server/current-names.ts';
import { wastageDocument } from './definition.ts';
import { createDocumentStore, type LoadedDocument } from '#platform/documents/server/store.ts';

export type WastageRecord = Selectable<WastageRow> & CurrentNames;
export type LoadedWastage = LoadedDocument<WastageRecord, never>;

export const wastageStore = createDocumentStore<WastageRecord>(wastageDocument, {
  immutableColumns: { header: ['number', 'userId', 'userName', 'createdAt'], lines: [] },
});

export function toWastage(row: WastageRecord): Wastage {
  const wire = toWire(wastageFields, row, {
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

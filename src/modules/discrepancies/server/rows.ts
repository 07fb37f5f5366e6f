import type { Selectable } from 'kysely';
import { type Discrepancy, discrepancy } from '../shapes.ts';
import { toWire } from '#platform/documents/document-rows.ts';
import type { DiscrepancyRow } from '#platform/server/db/tables.ts';
import { type CurrentNames } from '#modules/documents/server/current-names.ts';
import { discrepancyDocument } from './definition.ts';
import { createDocumentStore } from '#platform/documents/server/store.ts';

export type DiscrepancyRecord = Selectable<DiscrepancyRow> & CurrentNames;

export const discrepancyStore = createDocumentStore<DiscrepancyRecord>(discrepancyDocument);

export function toDiscrepancy(row: DiscrepancyRecord): Discrepancy {
  return toWire(discrepancy, row, {
    docType: ({ docType }) => docType,
    orderLine: ({ lineId }) => lineId,
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    itemNameAlt: ({ itemNameAlt }) => itemNameAlt,
  });
}

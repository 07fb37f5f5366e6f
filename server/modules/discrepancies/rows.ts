import type { Selectable } from 'kysely';
import { type Discrepancy, discrepancy } from '#contract/shapes/discrepancies.ts';
import { wireOf } from '#contract/document-rows.ts';
import type { DiscrepancyRow } from '../../db/tables.ts';
import { discrepancyDocument, type CurrentNames } from '../../documents/registry.ts';
import { documentStore } from '../../documents/store.ts';

export type DiscrepancyRecord = Selectable<DiscrepancyRow> & CurrentNames;

export const discrepancyStore = documentStore<DiscrepancyRecord>(discrepancyDocument);

export function toDiscrepancy(row: DiscrepancyRecord): Discrepancy {
  return wireOf(discrepancy, row, {
    docType: ({ docType }) => docType,
    orderLine: ({ lineId }) => lineId,
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    itemNameAlt: ({ itemNameAlt }) => itemNameAlt,
  });
}

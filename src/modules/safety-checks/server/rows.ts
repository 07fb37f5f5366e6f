import { toWire } from '#platform/documents/document-rows.ts';
import { readHistory } from '#platform/documents/server/history.ts';
import { createDocumentStore, type LoadedDocument } from '#platform/documents/server/store.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import type { Actor } from '#core/permissions.ts';
import type { Row } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { type SafetyCheck, safetyCheckSummary, type SafetyCheckSummary } from '../shapes.ts';
import { checkDocument } from './definition.ts';

export type CheckRow = Row<'safetyChecks'>;
export type LoadedCheck = LoadedDocument<CheckRow, never>;

export const checkStore = createDocumentStore<CheckRow>(checkDocument, {
  immutableColumns: {
    header: [
      'number',
      'branch',
      'point',
      'dueAt',
      'checkedAt',
      'readingMicro',
      'isWithin',
      'userId',
      'createdAt',
    ],
    lines: [],
  },
});

/** Converts a check to its list row. */
export const toCheckSummary = (header: CheckRow): SafetyCheckSummary =>
  toWire(safetyCheckSummary, header, {});

/** Presents one check for this actor. */
export async function presentCheck(db: Queryable, check: LoadedCheck, actor: Actor): Promise<SafetyCheck> {
  return {
    ...toCheckSummary(check.header),
    statusHistory: await readHistory(db, checkDocument, check.header._id),
    allowedMoves: allowedTransitions(checkDocument, check, actor),
  };
}

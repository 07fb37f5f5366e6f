import type { HistoryEntry } from '../document-shapes.ts';
import type { HistoryStep } from '../lifecycle.ts';
import type { Reason } from '#core/reasons/read-reason.ts';
import { insertRows, statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from './context.ts';
import type { AnyDocument } from './define.ts';
import { reasonColumns } from './reasons.ts';

/** A step of the history to be appended. */
export interface RecordedStep extends HistoryStep {
  /** The transition's verb, or `edit`; left out for creation. */
  verb?: string;
  reason?: Reason | null;
}

/** Default history table, shared by document kinds. */
const sharedHistoryTable = { table: 'documentHistory', document: 'docId' } as const;

/** Returns the history table of a kind and its foreign key to the document. */
export const getHistoryTable = ({
  history,
}: AnyDocument): NonNullable<AnyDocument['history']> | typeof sharedHistoryTable =>
  history ?? sharedHistoryTable;

/**
 * Appends steps to a document's history, oldest first; each starts where the previous one ended. Throws if
 * the lifecycle doesn't allow the path, which callers have checked.
 */
export async function appendHistory(
  { tx, actor, now }: Pick<CommandContext, 'tx' | 'actor' | 'now'>,
  document: AnyDocument,
  id: string,
  steps: readonly RecordedStep[],
): Promise<void> {
  const { type, lifecycle } = document;
  if (!lifecycle.isLegalPath(steps, steps[0]?.from))
    throw new Error(`Illegal history of ${type} ${id}: ${JSON.stringify(steps)}`);
  const { table, document: column } = getHistoryTable(document);
  const entryFields = { [column]: id, by: actor._id, byName: actor.name, at: now.toISOString() };
  const rows = steps.map(({ from, to, verb = null, reason = null }) => ({
    ...entryFields,
    ...(table === sharedHistoryTable.table && { docType: type, verb }),
    from,
    to,
    ...reasonColumns(reason),
  }));
  await insertRows(tx, table, rows);
}

const columns = ['from', 'to', 'by', 'byName', 'at', 'reason', 'reasonCode', 'reasonNote'] as const;
const selectOrderSteps = statement((db, id: string) =>
  db.selectFrom('orderHistory').select(columns).where('orderId', '=', id).orderBy('seq'),
);
const selectDocumentSteps = statement((db, id: string) =>
  db
    .selectFrom('documentHistory')
    .select([...columns, 'verb'])
    .where('docId', '=', id)
    .orderBy('seq'),
);

/** Returns the history of a document, oldest first. */
export const readHistory = (db: Queryable, document: AnyDocument, id: string): Promise<HistoryEntry[]> =>
  getHistoryTable(document).table === sharedHistoryTable.table
    ? selectDocumentSteps(db, id)
    : selectOrderSteps(db, id);

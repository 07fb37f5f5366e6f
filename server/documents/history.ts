import type { HistoryEntry } from '#contract/document-schemas.ts';
import type { HistoryStep } from '#domain/documents/lifecycle.ts';
import type { Reason } from '#domain/reasons/read-reason.ts';
import { insertRows, statement } from '../db/statements.ts';
import type { Queryable } from '../db/types.ts';
import type { CommandContext } from './context.ts';
import type { AnyDocument } from './define.ts';
import { reasonColumns } from './reasons.ts';

/** A step as it is told when it is taken. */
export interface HistoryStep extends HistoryStep {
  /** The move, or `edit`; left out at its making. */
  verb?: string;
  reason?: Reason | null;
}

/** The table of all kinds of documents that have none of their own. */
const sharedHistoryTable = { table: 'documentHistory', document: 'docId' } as const;

/** Where the steps of a kind are kept, and the column that names the document. */
export const historyTable = ({
  history,
}: AnyDocument): NonNullable<AnyDocument['history']> | typeof sharedHistoryTable =>
  history ?? sharedHistoryTable;

/**
 * Appends steps of a document's life, oldest first, each from where the one before it led. Throws for a life that the
 * rules of its kind do not know: whoever writes here has asked them.
 */
export async function appendHistory(
  { tx, actor, now }: Pick<CommandContext, 'tx' | 'actor' | 'now'>,
  document: AnyDocument,
  id: string,
  steps: readonly HistoryStep[],
): Promise<void> {
  const { type, lifecycle } = document;
  if (!lifecycle.isLegalPath(steps, steps[0]?.from))
    throw new Error(`A ${type} cannot live like this: ${id} ${JSON.stringify(steps)}`);
  const { table, document: column } = historyTable(document);
  const whose = { [column]: id, by: actor._id, byName: actor.name, at: now.toISOString() };
  const rows = steps.map(({ from, to, verb = null, reason = null }) => ({
    ...whose,
    ...(table === sharedHistoryTable.table && { docType: type, verb }),
    from,
    to,
    ...reasonColumns(reason),
  }));
  await insertRows(tx, table, rows);
}

const columns = ['from', 'to', 'by', 'byName', 'at', 'reason', 'reasonCode', 'reasonNote'] as const;
const orderSteps = statement((db, id: string) =>
  db.selectFrom('orderHistory').select(columns).where('orderId', '=', id).orderBy('seq'),
);
const documentSteps = statement((db, id: string) =>
  db
    .selectFrom('documentHistory')
    .select([...columns, 'verb'])
    .where('docId', '=', id)
    .orderBy('seq'),
);

/** The steps of a document's life, oldest first. */
export const readHistory = (db: Queryable, document: AnyDocument, id: string): Promise<HistoryEntry[]> =>
  historyTable(document).table === sharedHistoryTable.table ? documentSteps(db, id) : orderSteps(db, id);

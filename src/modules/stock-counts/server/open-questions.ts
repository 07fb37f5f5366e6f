import { statement } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { countDocument } from './definition.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { isUnsettledCount } from '#modules/stock/server/hidden-stock.ts';
import { type ComparedCountLine, compareLines } from './compare.ts';
import { type CountHeader, type StoredCountLine, selectCountHeader } from './rows.ts';

/**
 * Each line of a submitted count stores whether it has open questions, so that the lists *Resolve* and
 * *Approve* are always up to date. The flag is written on submission, on decisions, and when the same goods
 * are moved or reserved at the location.
 */

/** Uses the partial index on unsettled counts: it runs with every stock change. */
const selectUnsettledCounts = statement((db, places: readonly string[]) =>
  db.selectFrom('stockCounts').select('_id').where('branch', 'in', places).where(isUnsettledCount),
);

const selectLockedLines = statement((db, counts: readonly string[], itemIds: readonly string[]) => {
  const query = db
    .selectFrom('stockCountLines')
    .selectAll()
    .where('countId', 'in', counts)
    .where('itemId', 'in', itemIds)
    .orderBy('lineId');
  return db.dialect === 'postgres' ? query.forUpdate() : query;
});

/** The changed stock and its documents. */
export interface ChangedStock {
  balances: readonly { placeId: string; itemId: string }[];
  /** Ids of the documents that caused the change: a count's own postings raise no questions. */
  documentIds: ReadonlySet<string>;
  emit?: ((event: AppEvent) => void) | undefined;
}

/**
 * Updates the flags of submitted counts whose goods have just been moved or reserved. Called while their
 * balances are locked; like a submission, it locks the lines until the commit, so that one of the two sees
 * the other's change.
 */
export async function flagAffectedCounts(
  tx: Tx,
  { balances, documentIds, emit }: ChangedStock,
): Promise<void> {
  const places = [...new Set(balances.map(({ placeId }) => placeId))];
  if (places.length === 0) return;
  const counts = (await selectUnsettledCounts(tx, places))
    .map(({ _id }) => _id)
    .filter((id) => !documentIds.has(id));
  if (counts.length === 0) return;
  const itemIds = [...new Set(balances.map(({ itemId }) => itemId))];
  const lines = await selectLockedLines(tx, counts, itemIds);
  for (const [id, countLines] of Map.groupBy(lines, ({ countId }) => countId)) {
    // With the lines locked, no submission runs concurrently.
    const [header] = await selectCountHeader(tx, id);
    if (header?.status !== 'Submitted') continue;
    const comparedLines = await compareLines(tx, header, countLines);
    const changed = await saveQuestionFlags(tx, comparedLines);
    if (changed || comparedLines.some(hasQuestions)) emit?.(documentEvent(countDocument, header, 'changed'));
  }
}

/** Locks all lines of a count in order until the commit. */
export async function lockCountLines(tx: Tx, countId: string): Promise<void> {
  if (tx.dialect === 'sqlite') return;
  await tx
    .selectFrom('stockCountLines')
    .select('lineId')
    .where('countId', '=', countId)
    .orderBy('lineId')
    .forUpdate()
    .execute();
}

const hasQuestions = ({ questions }: ComparedCountLine): boolean => questions.length > 0;
const isFlagOutdated = (compared: ComparedCountLine): boolean =>
  (compared.line.asking === 1) !== hasQuestions(compared);

/** Saves which locked lines have questions; returns whether any flag changed. */
export async function saveQuestionFlags(
  tx: Queryable,
  comparedLines: readonly ComparedCountLine[],
): Promise<boolean> {
  const changedLines = comparedLines.filter(isFlagOutdated);
  for (const [hasOpen, changed] of Map.groupBy(changedLines, hasQuestions))
    await tx
      .updateTable('stockCountLines')
      .set({ asking: hasOpen ? 1 : 0 })
      .where(
        'lineId',
        'in',
        changed.map(({ line }) => line.lineId),
      )
      .execute();
  return changedLines.length > 0;
}

/**
 * Saves the flags of a whole count, including those affected by changed settings or costs. The caller has
 * locked some of its lines; lines locked by another transaction are left to that transaction.
 */
export async function saveAllQuestionFlags(
  tx: Tx,
  header: CountHeader,
  comparedLines: readonly ComparedCountLine[],
  lockedIds: ReadonlySet<string>,
): Promise<void> {
  await saveQuestionFlags(
    tx,
    comparedLines.filter(({ line }) => lockedIds.has(line.lineId)),
  );
  const outdatedLines = comparedLines.filter(
    (compared) => !lockedIds.has(compared.line.lineId) && isFlagOutdated(compared),
  );
  if (outdatedLines.length === 0) return;
  let unlocked = tx
    .selectFrom('stockCountLines')
    .selectAll()
    .where(
      'lineId',
      'in',
      outdatedLines.map(({ line }) => line.lineId),
    );
  if (tx.dialect === 'postgres') unlocked = unlocked.forUpdate().skipLocked();
  const lines: StoredCountLine[] = await unlocked.execute();
  await saveQuestionFlags(tx, await compareLines(tx, header, lines));
}

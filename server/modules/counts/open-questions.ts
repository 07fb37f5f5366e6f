import { statement } from '../../db/statements.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import { documentEvent } from '../../documents/kit.ts';
import { countDocument } from '../../documents/registry.ts';
import type { AppEvent } from '../../http/services.ts';
import { isUnsettledCount } from '../stock/hidden-stock.ts';
import { type ComparedLine, compareLines } from './compare.ts';
import { type CountHeader, type StoredCountLine, countRow } from './rows.ts';

/**
 * Which lines of a submitted count ask something is kept with each of them, so that the lists *Resolve* and *Approve* are right
 * whatever happens: it is written when the count is handed in, when it is decided on, and when somebody moves or holds the
 * same goods at its place.
 */

/** By an index of those that are not settled: it is asked with every change of stock. */
const unsettledCountsAt = statement((db, places: readonly string[]) =>
  db.selectFrom('stockCounts').select('_id').where('branch', 'in', places).where(isUnsettledCount),
);

const lockedLinesOf = statement((db, counts: readonly string[], itemIds: readonly string[]) => {
  const query = db
    .selectFrom('stockCountLines')
    .selectAll()
    .where('countId', 'in', counts)
    .where('itemId', 'in', itemIds)
    .orderBy('lineId');
  return db.dialect === 'postgres' ? query.forUpdate() : query;
});

/** What was changed, and who is told. */
export interface ChangedStock {
  goods: readonly { placeId: string; itemId: string }[];
  /** The documents that did it: a count that posts asks nothing about its own. */
  by: ReadonlySet<string>;
  emit?: ((event: AppEvent) => void) | undefined;
}

/**
 * Looks again at the lines of counts whose goods have just been moved or held. Called with their balances held, and holds the lines
 * until the commit: who hands such a count in holds them, too, so that one of the two sees what the other did.
 */
export async function flagAffectedCounts(tx: Tx, { goods, by, emit }: ChangedStock): Promise<void> {
  const places = [...new Set(goods.map(({ placeId }) => placeId))];
  if (places.length === 0) return;
  const counts = (await unsettledCountsAt(tx, places)).map(({ _id }) => _id).filter((id) => !by.has(id));
  if (counts.length === 0) return;
  const itemIds = [...new Set(goods.map(({ itemId }) => itemId))];
  const lines = await lockedLinesOf(tx, counts, itemIds);
  for (const [id, own] of Map.groupBy(lines, ({ countId }) => countId)) {
    // Now that the lines are held, nobody hands it in at the same time.
    const [head] = await countRow(tx, id);
    if (head?.status !== 'Submitted') continue;
    const judged = await compareLines(tx, head, own);
    const changed = await saveQuestionFlags(tx, judged);
    if (changed || judged.some(hasQuestions))
      emit?.(documentEvent(countDocument, id, countDocument.audience(head), 'changed'));
  }
}

/** Holds every line of a count until the commit, in the order in which everybody holds them. */
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

const hasQuestions = ({ questions: asks }: ComparedLine): boolean => asks.length > 0;
const isFlagOutdated = (one: ComparedLine): boolean => (one.line.asking === 1) !== hasQuestions(one);

/** Keeps with lines, which the caller holds, whether they ask something. Answers whether that was news. */
export async function saveQuestionFlags(tx: Queryable, judged: readonly ComparedLine[]): Promise<boolean> {
  const news = judged.filter(isFlagOutdated);
  for (const [asks, some] of Map.groupBy(news, hasQuestions))
    await tx
      .updateTable('stockCountLines')
      .set({ asking: asks ? 1 : 0 })
      .where(
        'lineId',
        'in',
        some.map(({ line }) => line.lineId),
      )
      .execute();
  return news.length > 0;
}

/**
 * The same of a whole count, of whose lines the caller holds some: whatever else has changed what they ask (a rule of the place, a
 * cost) is kept, too. A line that somebody else holds is looked at by them.
 */
export async function saveAllQuestionFlags(
  tx: Tx,
  head: CountHeader,
  judged: readonly ComparedLine[],
  held: ReadonlySet<string>,
): Promise<void> {
  await saveQuestionFlags(
    tx,
    judged.filter(({ line }) => held.has(line.lineId)),
  );
  const others = judged.filter((one) => !held.has(one.line.lineId) && isFlagOutdated(one));
  if (others.length === 0) return;
  let free = tx
    .selectFrom('stockCountLines')
    .selectAll()
    .where(
      'lineId',
      'in',
      others.map(({ line }) => line.lineId),
    );
  if (tx.dialect === 'postgres') free = free.forUpdate().skipLocked();
  const lines: StoredCountLine[] = await free.execute();
  await saveQuestionFlags(tx, await compareLines(tx, head, lines));
}

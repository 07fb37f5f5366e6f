import { z } from 'zod';
import type { Db, Tx } from '../../db/types.ts';
import { lockDocument } from '../../documents/kit.ts';
import { countDocument } from '../../documents/registry.ts';
import { ApiProblem } from '../../http/problems.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { postLines, postedAtOnce } from './posting.ts';
import { type CountHead, type CountLineOf, countRow } from './rows.ts';

/**
 * Posts the differences of an approved count, a step at a time: others write between any two. Each step is whole, and one that is
 * begun again after a kill finds what is left. What cannot be posted any more is left, and says why.
 */
export const postCount = defineJob({
  kind: 'post-count',
  payload: z.strictObject({ count: z.string() }),
  async run({ db, payload, now, signal }) {
    for (;;) {
      signal.throwIfAborted();
      if (!(await postStep(db, payload.count, now))) return;
    }
  },
});

/** Posts so many lines as one step takes. Answers whether there may be more. */
async function postStep(db: Db, id: string, now: () => Date): Promise<boolean> {
  const ids = await db.read
    .selectFrom('stockCountLines')
    .select('lineId')
    .where('countId', '=', id)
    .where('posted', '=', 0)
    .where('countedQtyMicro', 'is not', null)
    .where('leftWhy', 'is', null)
    .orderBy('position')
    .limit(postedAtOnce)
    .execute();
  if (ids.length === 0) {
    await db.write((tx) => settle(tx, id, now()));
    return false;
  }
  const lineIds = ids.map(({ lineId }) => lineId);
  try {
    await db.write((tx) => postThese(tx, id, lineIds, now()));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // One of them is refused: each stands for itself.
    for (const lineId of lineIds) await postAlone(db, id, lineId, now());
  }
  return true;
}

async function postAlone(db: Db, id: string, lineId: string, now: Date): Promise<void> {
  try {
    await db.write((tx) => postThese(tx, id, [lineId], now));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    await db.write((tx) => leave(tx, [lineId], JSON.stringify({ question: 'promised' })));
  }
}

async function postThese(tx: Tx, id: string, lineIds: readonly string[], now: Date): Promise<void> {
  const head = await approved(tx, id);
  if (!head) return;
  const lines = (await tx
    .selectFrom('stockCountLines')
    .selectAll()
    .where('lineId', 'in', lineIds)
    .orderBy('position')
    .execute()) as CountLineOf[];
  for (const one of await postLines(tx, head, lines, now.toISOString()))
    await leave(tx, [one.line.lineId], JSON.stringify(one.asks[0] ?? { question: 'promised' }));
}

const leave = (tx: Tx, lineIds: readonly string[], leftWhy: string) =>
  tx.updateTable('stockCountLines').set({ leftWhy }).where('lineId', 'in', lineIds).execute();

/** The count, held; null where nothing of it is to be posted. */
async function approved(tx: Tx, id: string): Promise<CountHead | null> {
  await lockDocument(tx, countDocument, id);
  const [head] = await countRow(tx, id);
  return head?.status === 'Approved' ? head : null;
}

/** Says what came of it, once all that could be posted is. */
async function settle(tx: Tx, id: string, now: Date): Promise<void> {
  const head = await approved(tx, id);
  if (!head || head.toPost === 0) return;
  const lines = await tx
    .selectFrom('stockCountLines')
    .select(['varianceValueE4', 'leftWhy'])
    .where('countId', '=', id)
    .where('countedQtyMicro', 'is not', null)
    .execute();
  const values = lines.flatMap(({ varianceValueE4, leftWhy }) =>
    leftWhy === null ? [BigInt(varianceValueE4 ?? 0)] : [],
  );
  const sum = (of: readonly bigint[]) => Number(of.reduce((all, value) => all + value, 0n));
  await tx
    .updateTable('stockCounts')
    .set({
      toPost: 0,
      leftOver: lines.filter(({ leftWhy }) => leftWhy !== null).length,
      absoluteE4: sum(values.map((value) => (value < 0n ? -value : value))),
      netE4: sum(values),
      updatedAt: now.toISOString(),
    })
    .where('_id', '=', id)
    .execute();
}

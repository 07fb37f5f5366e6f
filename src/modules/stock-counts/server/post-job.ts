import { z } from 'zod';
import { yieldToEventLoop } from '#platform/server/db/many-rows.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { lockDocuments } from '#platform/documents/server/locks.ts';
import type { CountLineQuestion } from '../line-questions.ts';
import type { CountQuestion } from '../status.ts';
import { countDocument } from './definition.ts';
import { ApiProblem } from '#platform/server/http/problems.ts';
import { defineJob, type JobContext, type JobEvent } from '#platform/server/jobs/define-job.ts';
import { linesPerPostingStep, postCountLines } from './posting.ts';
import { type CountHeader, type StoredCountLine, selectCountHeader } from './rows.ts';
import { sumVarianceValue } from './variance-value.ts';

/**
 * Posts the differences of an approved count in steps, so that others can write in between. Each step is
 * atomic, and after a crash the job resumes with the remaining lines. Lines that can't be posted are left
 * unposted with a reason.
 */
export const postCount = defineJob({
  kind: 'post-count',
  payload: z.strictObject({ count: z.string() }),
  ifLost: {
    async loadPending(db) {
      const counts = await db
        .selectFrom('stockCounts')
        .select('_id')
        .where('status', '=', 'Approved')
        .where('toPost', '>', 0)
        .orderBy('_id')
        .execute();
      return counts.map(({ _id }) => ({ count: _id }));
    },
  },
  async run({ db, payload, now, signal, writeAndPublish }) {
    while (await postStep({ db, writeAndPublish }, payload.count, now)) {
      signal.throwIfAborted();
      // Yields to other requests; SQLite steps never wait for I/O.
      await yieldToEventLoop();
    }
    await finishPosting(writeAndPublish, payload.count, now());
  },
});

type PostingJob = Pick<JobContext<unknown>, 'db' | 'writeAndPublish'>;

/** Posts one step of lines; returns whether there may be more. */
async function postStep({ db, writeAndPublish }: PostingJob, id: string, now: () => Date): Promise<boolean> {
  const ids = await db.read
    .selectFrom('stockCountLines')
    .select('lineId')
    .where('countId', '=', id)
    .where('posted', '=', 0)
    .where('countedQtyMicro', 'is not', null)
    .where('unpostedReason', 'is', null)
    .orderBy('position')
    .limit(linesPerPostingStep)
    .execute();
  if (ids.length === 0) return false;
  const lineIds = ids.map(({ lineId }) => lineId);
  try {
    await writeAndPublish((tx, emit) => postLines(tx, id, lineIds, now(), emit));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // One of the lines was rejected, so each is posted separately.
    for (const lineId of lineIds) {
      await postSingleLine({ db, writeAndPublish }, id, lineId, now());
      await yieldToEventLoop();
    }
  }
  return true;
}

async function postSingleLine(
  { db, writeAndPublish }: PostingJob,
  id: string,
  lineId: string,
  now: Date,
): Promise<void> {
  try {
    await writeAndPublish((tx, emit) => postLines(tx, id, [lineId], now, emit));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    await db.write((tx) => markUnposted(tx, lineId, describeRejection(error)));
  }
}

/** Describes why the ledger rejected a line: by the first field error, otherwise by the problem itself. */
function describeRejection({ refusal, options }: ApiProblem): CountLineQuestion<CountQuestion> {
  const { reason, params } = Object.values(options.fields ?? {})[0] ?? refusal;
  return { question: 'rejected', params: { ...params, code: reason } };
}

async function postLines(
  tx: Tx,
  id: string,
  lineIds: readonly string[],
  now: Date,
  emit: (event: JobEvent) => void,
): Promise<void> {
  const header = await lockApprovedCount(tx, id);
  if (!header) return;
  const lines = (await tx
    .selectFrom('stockCountLines')
    .selectAll()
    .where('lineId', 'in', lineIds)
    .orderBy('position')
    .execute()) as StoredCountLine[];
  const unposted = await postCountLines(tx, header, lines, now.toISOString(), (event) =>
    emit({ ...event, change: 'changed' }),
  );
  for (const { line, questions } of unposted)
    await markUnposted(tx, line.lineId, questions[0] ?? { question: 'promised' });
}

const markUnposted = (tx: Tx, lineId: string, reason: CountLineQuestion<CountQuestion>) =>
  tx
    .updateTable('stockCountLines')
    .set({ unpostedReason: JSON.stringify(reason) })
    .where('lineId', '=', lineId)
    .execute();

/** Locks the count; null unless it is approved. */
async function lockApprovedCount(tx: Tx, id: string): Promise<CountHeader | null> {
  await lockDocuments(tx, countDocument, [id]);
  const [header] = await selectCountHeader(tx, id);
  return header?.status === 'Approved' ? header : null;
}

/** Stores the result once no more lines can be posted, and notifies open clients. */
const finishPosting = (
  writeAndPublish: JobContext<unknown>['writeAndPublish'],
  id: string,
  now: Date,
): Promise<void> =>
  writeAndPublish(async (tx, emit) => {
    const header = await lockApprovedCount(tx, id);
    if (!header || header.toPost === 0) return;
    const lines = await tx
      .selectFrom('stockCountLines')
      .select(['varianceValueE4', 'unpostedReason'])
      .where('countId', '=', id)
      .where('countedQtyMicro', 'is not', null)
      .execute();
    const postedLines = lines.filter(({ unpostedReason }) => unpostedReason === null);
    await tx
      .updateTable('stockCounts')
      .set({
        toPost: 0,
        failedLines: lines.length - postedLines.length,
        ...sumVarianceValue(postedLines.map(({ varianceValueE4 }) => ({ valueE4: varianceValueE4 }))),
        updatedAt: now.toISOString(),
      })
      .where('_id', '=', id)
      .execute();
    emit(countChangedEvent(header));
  });

const countChangedEvent = (header: CountHeader): JobEvent => ({
  ...documentEvent(countDocument, header, 'changed'),
  change: 'changed',
});

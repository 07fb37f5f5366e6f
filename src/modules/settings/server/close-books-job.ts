import { z } from 'zod';
import { yieldToEventLoop } from '#platform/server/db/many-rows.ts';
import { getLongReader, type Tx } from '#platform/server/db/types.ts';
import { writeAudit } from '#platform/server/http/audit.ts';
import { ApiProblem } from '#platform/server/http/problems.ts';
import { buildProblemBody } from '#platform/server/http/respond.ts';
import { defineJob, type JobContext, type JobEvent } from '#platform/server/jobs/define-job.ts';
import { blockPostings } from '#modules/stock/server/accounting-period.ts';
import { checkClosing, loadClosing, recheckClosing, type StoredClosing, writeClosing } from './closing.ts';
import { saveSettings } from './save.ts';

/** Maximum number of progress updates. */
const progressSteps = 20;

export const closingChangedEvent: JobEvent = {
  collection: 'settings',
  id: 'closing',
  change: 'changed',
  branches: [],
  kitchens: [],
};

/**
 * Closes the accounting period of a large business. Checks the ledger on the connection for long reads while
 * postings continue, then locks it briefly to check the later ones and store the day. An interrupted check
 * starts over.

 */
export const closeBooks = defineJob({
  kind: 'close-books',
  ifLost: { isUserRetriable: true },
  payload: z.strictObject({ requestId: z.string(), ip: z.string() }),
  maxAttempts: 3,
  maxConcurrency: 1,
  async run(ctx) {
    const closing = await loadClosing(ctx.db.read);
    if (closing === null || !ownsClosing(ctx, closing)) return;
    const { until: day } = closing;
    try {
      const access = { db: getLongReader(ctx.db, ctx.signal), write: ctx.db.write };
      const lastCheckedMove = await checkClosing(access, day, ctx.now(), (done, total) =>
        saveProgress(ctx, done, total),
      );
      await ctx.writeAndPublish(async (tx, emit) => {
        await blockPostings(tx);
        if (!ownsClosing(ctx, await loadClosing(tx))) return;
        await recheckClosing(tx, day, lastCheckedMove);
        await finish(tx, ctx, closing);
        emit(closingChangedEvent);
      });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const errorBody = buildProblemBody(error, ctx.payload.requestId);
      await updateClosing(ctx, (now) => ({ state: 'rejected', endedAt: now, problem: errorBody }));
    }
  },
});

type Closing = JobContext<z.output<typeof closeBooks.payload>>;

/**
 * Returns whether the stored closing belongs to this job. It doesn't if another day was chosen, or the period
 * was reopened.
 */
const ownsClosing = ({ _id }: Closing, closing: StoredClosing | null) =>
  closing?.state === 'checking' && closing.jobId === _id;

async function saveProgress(ctx: Closing, done: number, total: number): Promise<void> {
  ctx.signal.throwIfAborted();
  const step = (count: number) => Math.floor((count * progressSteps) / total);
  if (step(done) > step(done - 1)) await updateClosing(ctx, () => ({ done, total }));
  await yieldToEventLoop();
}

const updateClosing = (ctx: Closing, buildChange: (now: string) => Partial<StoredClosing>): Promise<void> =>
  ctx.writeAndPublish(async (tx, emit) => {
    const closing = await loadClosing(tx);
    if (closing === null || !ownsClosing(ctx, closing)) return;
    await writeClosing(tx, { ...closing, ...buildChange(ctx.now().toISOString()) });
    emit(closingChangedEvent);
  });

async function finish(tx: Tx, ctx: Closing, closing: StoredClosing): Promise<void> {
  const now = ctx.now();
  const { before, after } = await saveSettings(tx, { booksClosedUntil: closing.until }, null);
  const origin = { actor: { _id: closing.by, name: closing.byName }, now, ...ctx.payload };
  await writeAudit(tx, origin, [{ action: 'edit', entity: 'settings', id: 'business', before, after }]);
  await writeClosing(tx, { ...closing, state: 'closed', done: closing.total, endedAt: now.toISOString() });
}

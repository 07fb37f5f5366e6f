import { countLifecycle } from '#domain/counts/lifecycle.ts';
import type { CountQuestion } from '#domain/counts/status.ts';
import type { CountLineQuestion } from '#domain/counts/line-questions.ts';
import { type Refusal, refusal } from '#domain/refusals/refusal.ts';
import type { Tx } from '../../db/types.ts';
import type { CommandContext } from '../../documents/context.ts';
import { forbidden, invalid } from '../../http/problems.ts';
import { stockEvent } from '../stock/events.ts';
import { describeShortage } from '../stock/insufficient-stock.ts';
import { type ComparedLine, compareLines } from './compare.ts';
import { loadCountLines } from './lines.ts';
import { postCount } from './post-job.ts';
import { hasDifferenceToPost, maxPostedWithApproval, postCountLines } from './posting.ts';
import type { CountHeader, LoadedCount } from './rows.ts';
import { sumVarianceValue, type VarianceValue } from './variance-value.ts';

/** Lines that are written with the approval itself, whether they differ or not. */
const maxImmediateLines = 300;

/**
 * Approves a count: every line that differs is asked whether anything keeps it from being posted, all of them at once, and the
 * differences are posted. Of many only the decision is made here; they are posted in steps that go on by themselves.
 *
 * @throws ApiProblem 422 naming every line that asks something, and none but those; 403 where the differences have come to be worth
 *   more than its person may approve
 */
export async function approveCount(ctx: CommandContext, { head }: LoadedCount): Promise<void> {
  const { tx, actor, now } = ctx;
  const lines = (await loadCountLines(tx, head._id)).filter(
    ({ countedQtyMicro }) => countedQtyMicro !== null,
  );
  // The status in memory is the next one already; what is asked is what a submitted count asks.
  const judged = await compareLines(tx, { ...head, status: 'Submitted' }, lines);
  assertNoOpenQuestions(head, judged);
  const worth = sumVarianceValue(judged);
  assertWithinApprovalLimit(ctx, head, worth);
  const at = now.toISOString();
  Object.assign(
    head,
    { approvedAt: at, approvedBy: actor._id, approvedByName: actor.name, asking: 0 },
    worth,
  );
  const differing = judged.filter((one) => hasDifferenceToPost(head, one));
  if (head.type === 'opening') await markLocationCounted(tx, head, at);
  if (differing.length <= maxPostedWithApproval && judged.length <= maxImmediateLines) {
    const left = await postCountLines(
      tx,
      head,
      judged.map(({ line }) => line),
      at,
      ctx.emit,
    );
    // Whatever came between the look and the lock keeps a small count from being approved at all.
    if (left.length > 0) assertNoOpenQuestions(head, left);
    ctx.emit(stockEvent(head._id, [head.branch], [head.branch]));
    return;
  }
  head.toPost = differing.length;
  await ctx.enqueue(postCount, { count: head._id }, { key: `post-count ${head._id} ${head.version}` });
}

/** Costs may have changed since it was handed in: who approves is asked by what the differences are worth now. */
function assertWithinApprovalLimit({ actor }: CommandContext, head: CountHeader, worth: VarianceValue): void {
  const decision = countLifecycle.decideTransition(
    {
      branch: head.branch,
      approvalLimitE4: head.approvalLimitE4,
      absoluteE4: worth.absoluteE4,
      status: 'Submitted',
    },
    actor,
    'Approved',
  );
  if (!decision.ok) throw forbidden(decision.why);
}

/** From its opening count on a place may be kept from going below zero. */
async function markLocationCounted(tx: Tx, { branch }: CountHeader, at: string): Promise<void> {
  await tx
    .updateTable('branches')
    .set({ countedAt: at })
    .where('_id', '=', branch)
    .where('countedAt', 'is', null)
    .execute();
}

/** Under which field of its line each question is answered. */
const questionField: Readonly<Record<CountQuestion, string>> = {
  twice: 'countedQty',
  moves: 'movesAnswer',
  posted: 'countedQty',
  recount: 'recount',
  promised: 'countedQty',
  cause: 'causeCode',
  cost: 'givenCost',
};

function assertNoOpenQuestions(head: CountHeader, judged: readonly ComparedLine[]): void {
  const faults: Record<string, Refusal> = {};
  // Of two under one field the first is what the other may follow from.
  for (const one of judged)
    for (const ask of one.questions)
      faults[`items.${one.line.lineId}.${questionField[ask.question]}`] ??= questionRefusal(head, one, ask);
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

function questionRefusal(
  { branch, branchName }: CountHeader,
  one: ComparedLine,
  { question, params }: CountLineQuestion,
,
): Refusal {
  const item = one.line.itemName;
  const { unitSymbol: symbol, itemId } = one.line;
  switch (question) {
    case 'twice':
      return refusal('count-twice', { item });
    case 'moves':
      return refusal('count-moves', { item, n: Number(params?.['n'] ?? 1) });
    case 'posted':
      return refusal('count-posted', { item, number: String(params?.['number'] ?? '') });
    case 'recount':
      return refusal('count-again', { item });
    case 'cause':
      return refusal('count-cause', { item });
    case 'cost':
      return refusal('count-cost', { item });
    case 'promised':
      return describeShortage({
        place: { placeId: branch, name: branchName ?? branch },
        itemId,
        item: { name: item, symbol },
        wantedMicro: -(one.varianceMicro ?? 0),
        availableMicro: Number(params?.['only'] ?? 0) * 1e6,
      }).why;
  }
}

import { countLifecycle } from '../lifecycle.ts';
import type { ApprovalQuestion } from '../status.ts';
import type { CountLineQuestion } from '../line-questions.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { describeShortage } from '#modules/stock/server/insufficient-stock.ts';
import { type ComparedCountLine, compareLines } from './compare.ts';
import { loadCountLines } from './lines.ts';
import { postCount } from './post-job.ts';
import { hasDifferenceToPost, maxPostedWithApproval, postCountLines } from './posting.ts';
import type { CountHeader, LoadedCount } from './rows.ts';
import { sumVarianceValue, type VarianceValue } from './variance-value.ts';

/** Maximum number of lines written in the request that approves the count, with or without a variance. */
const maxImmediateLines = 300;

/**
 * Approves a count: checks all lines for open questions and posts the differences. If the count is large, it
 * is only approved here and a job posts it in steps.
 *
 * @throws ApiProblem 422 with errors on the lines that have questions; 403 if the variance exceeds what the actor
 *   may approve
 */
export async function approveCount(ctx: CommandContext, { header }: LoadedCount): Promise<void> {
  const { tx, actor, now } = ctx;
  const lines = (await loadCountLines(tx, header._id)).filter(
    ({ countedQtyMicro }) => countedQtyMicro !== null,
  );
  // The status in memory is already the new one; questions are evaluated as for a submitted count.
  const comparedLines = await compareLines(tx, { ...header, status: 'Submitted' }, lines);
  assertNoOpenQuestions(header, comparedLines);
  const variance = sumVarianceValue(comparedLines);
  assertWithinApprovalLimit(ctx, header, variance);
  const approvedAt = now.toISOString();
  Object.assign(
    header,
    { approvedAt, approvedBy: actor._id, approvedByName: actor.name, openQuestionLines: 0 },
    variance,
  );
  const differingLines = comparedLines.filter((compared) => hasDifferenceToPost(header, compared));
  if (header.type === 'opening') await markLocationCounted(tx, header, approvedAt);
  if (differingLines.length <= maxPostedWithApproval && comparedLines.length <= maxImmediateLines) {
    const unposted = await postCountLines(
      tx,
      header,
      comparedLines.map(({ line }) => line),
      approvedAt,
      ctx.emit,
    );
    // If lines changed between the check and the lock, a small count isn't approved.
    if (unposted.length > 0) assertNoOpenQuestions(header, unposted);
    ctx.emit(stockEvent(header._id, [header.branch], [header.branch]));
    return;
  }
  header.toPost = differingLines.length;
  await ctx.enqueue(postCount, { count: header._id }, { key: `post-count ${header._id} ${header.version}` });
}

/** Costs may have changed since submission: the approval limit applies to the current variance value. */
function assertWithinApprovalLimit(
  { actor }: CommandContext,
  header: CountHeader,
  variance: VarianceValue,
): void {
  const decision = countLifecycle.decideTransition(
    {
      branch: header.branch,
      approvalLimitE4: header.approvalLimitE4,
      absoluteE4: variance.absoluteE4,
      status: 'Submitted',
    },
    actor,
    'Approved',
  );
  if (!decision.ok) throw forbidden(decision.refusal);
}

/** Records the location's first opening count; its negative-stock rule applies from then on. */
async function markLocationCounted(tx: Tx, { branch }: CountHeader, approvedAt: string): Promise<void> {
  await tx
    .updateTable('branches')
    .set({ countedAt: approvedAt })
    .where('_id', '=', branch)
    .where('countedAt', 'is', null)
    .execute();
}

/** The line field on which each question is reported. */
const questionField: Readonly<Record<ApprovalQuestion, string>> = {
  twice: 'countedQty',
  moves: 'lateMovementAnswer',
  posted: 'countedQty',
  recount: 'recount',
  promised: 'countedQty',
  cause: 'causeCode',
  cost: 'enteredCost',
};

function assertNoOpenQuestions(header: CountHeader, comparedLines: readonly ComparedCountLine[]): void {
  const refusals: Record<string, Refusal> = {};
  // If a field has several questions, only the first is reported, because it may cause the others.
  for (const compared of comparedLines)
    for (const openQuestion of compared.questions)
      refusals[`items.${compared.line.lineId}.${questionField[openQuestion.question]}`] ??=
        buildQuestionRefusal(header, compared, openQuestion);
  if (Object.keys(refusals).length > 0) throw invalid(refusals);
}

function buildQuestionRefusal(
  { branch, branchName }: CountHeader,
  compared: ComparedCountLine,
  { question, params }: CountLineQuestion,
): Refusal {
  const item = compared.line.itemName;
  const { unitSymbol: symbol, itemId } = compared.line;
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
        neededMicro: -(compared.varianceMicro ?? 0),
        availableMicro: Number(params?.['maxReduction'] ?? 0) * 1e6,
      }).error;
  }
}

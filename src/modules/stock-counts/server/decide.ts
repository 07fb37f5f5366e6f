import type { CountLineDecision } from '../input.ts';
import { hasFlag } from '#core/permissions.ts';
import { toPriceMicro } from '#core/money.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { createEditStep, saveEdit } from '#platform/documents/server/write.ts';
import { forbidden, invalid, problem } from '#platform/server/http/problems.ts';
import { saveAllQuestionFlags } from './open-questions.ts';
import { loadLockedLines } from './enter.ts';
import { compareLines } from './compare.ts';
import { loadCountLines } from './lines.ts';
import { type StoredCountLine, countStore, type LoadedCount } from './rows.ts';
import { summarizeCount } from './variance-value.ts';

/**
 * Records decisions on lines of a submitted count: causes, missing costs, whether late movements preceded the
 * count, and recounts.
 *
 * @throws ApiProblem 403, 409 in any other status, 422 with errors by `items.<lineId>.<field>`.
 */
export async function decideCountLines(
  ctx: CommandContext,
  count: LoadedCount,
  decisions: readonly CountLineDecision[],
  check: () => Promise<void>,
): Promise<void> {
  const { tx, actor } = ctx;
  const { header } = count;
  if (!hasFlag(actor, 'canEdit')) throw forbidden(refusal('count-no-decision'));
  if (header.status !== 'Submitted') throw problem('NOT_EDITABLE', refusal('count-not-submitted'));
  const lines = await loadLockedLines(
    tx,
    header._id,
    decisions.map(({ lineId }) => lineId),
  );
  const comparedById = new Map(
    (await compareLines(tx, header, lines)).map((compared) => [compared.line.lineId, compared]),
  );
  const causes = await loadCauses(tx);
  const refusals: Record<string, Refusal> = {};
  const changedLines: StoredCountLine[] = [];
  for (const decision of decisions) {
    const {
      lineId,
      causeCode,
      causeNote,
      isMarkedForRecount,
      enteredCost,
      lateMovementAnswer,
      lateMovementSeq = Infinity,
    } = decision;
    const compared = comparedById.get(lineId);
    if (!compared) {
      refusals[`items.${lineId}`] = refusal('count-no-line');
      continue;
    }
    const { line } = compared;
    if (causeCode !== undefined) {
      const cause = causes.find(({ code }) => code === causeCode);
      const isOffered = cause?.isActive === 1 && cause.forCount === 1;
      if (causeCode !== null && !isOffered && causeCode !== line.causeCode)
        refusals[`items.${lineId}.causeCode`] = refusal('one-of-reasons', {
          codes: causes
            .filter(({ isActive, forCount }) => isActive === 1 && forCount === 1)
            .map(({ code }) => code)
            .join(', '),
        });
      line.causeCode = causeCode;
    }
    if (causeNote !== undefined) line.causeNote = causeNote;
    if (causeCode !== undefined || causeNote !== undefined) {
      const cause = causes.find(({ code }) => code === line.causeCode);
      if (cause?.requiresNote === 1 && line.causeNote === null)
        refusals[`items.${lineId}.causeNote`] = refusal('count-cause-note', { cause: cause.name });
    }
    if (isMarkedForRecount !== undefined) line.isMarkedForRecount = isMarkedForRecount ? 1 : 0;
    if (enteredCost !== undefined)
      line.enteredCostMicro = enteredCost === null ? null : toPriceMicro(enteredCost);
    if (lateMovementAnswer !== undefined && compared.lastQuestionSeq !== null)
      Object.assign(line, {
        lateMovementAnswer,
        answeredSeq: Math.min(lateMovementSeq, compared.lastQuestionSeq),
      });
    changedLines.push(line);
  }
  if (Object.keys(refusals).length > 0) throw invalid(refusals);
  await check();
  await insertRows(tx, 'stockCountLines', changedLines, { key: ['lineId'] });
  const before = { absolute: header.absoluteE4 };
  const allComparedLines = await compareLines(tx, header, await loadCountLines(tx, header._id));
  await saveAllQuestionFlags(tx, header, allComparedLines, new Set(comparedById.keys()));
  Object.assign(header, summarizeCount(allComparedLines));
  await saveEdit(ctx, countStore, count, {
    steps: [createEditStep(header)],
    before,
    after: { absolute: header.absoluteE4, lines: decisions.slice(0, 100) },
  });
}

const loadCauses = (db: Queryable) =>
  db
    .selectFrom('reasons')
    .select(['code', 'name', 'isActive', 'forCount', 'requiresNote'])
    .orderBy('code')
    .execute();

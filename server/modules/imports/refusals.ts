import type { ImportKind } from '#contract/imports/kinds.ts';
import { type Actor, type Collection, mayRead, mayWrite } from '#domain/permissions.ts';
import type { WriteContext } from '../../http/route.ts';
import { refuseUnreviewed } from '../reviews/guard.ts';
import { type Blanks, type ReasonCode, reasonOf, sentence } from '#domain/refusals/refusal.ts';
import type { CellProblem } from '#contract/imports/wire.ts';
import { type ApiProblem, problem, type ProblemCode } from '../../http/problems.ts';

/**
 * Refuses (403) who may not make and change by hand what the import makes and changes, and (409 `REVIEW_NEEDED`) whose
 * changes of it wait for somebody's look.
 */
export async function assertMayImport(
  ctx: Pick<WriteContext, 'db' | 'actor' | 'isReviewed'>,
  { collection, parts, resource }: ImportKind,
  columns: readonly string[],
): Promise<void> {
  const actor = ctx.actor as Actor;
  const used = parts.filter(({ prefix }) => columns.some((key) => key.startsWith(`${prefix}.`)));
  for (const one of [collection, ...used.map((part) => part.resource.collection)]) {
    refuseUnlessBoth(actor, one);
    await refuseUnreviewed(ctx, one);
  }
  // What stock is worth from the first day on is told by the file.
  if (resource === null && !mayRead(actor, 'costs')) throw refusal('FORBIDDEN', 'no-costs');
}

function refuseUnlessBoth(actor: Actor, collection: Collection): void {
  if (mayWrite(actor, collection, 'canCreate') && mayWrite(actor, collection, 'canEdit')) return;
  throw refusal(
    'FORBIDDEN',
    'no-permission',
    { many: collection },
    { many: collection.replaceAll('-', ' ') },
  );
}

/** A problem with what clients need to say it in words of their own. */
export const withReason = (fault: CellProblem): CellProblem => ({ ...fault, ...reasonOf(fault.message) });

/** A rule that a cell breaks. */
export const brokenRule = (column: string, reason: ReasonCode, params: Blanks = {}): CellProblem => ({
  column,
  code: 'rule',
  message: sentence(reason, params),
});

/**
 * A refusal of the whole import, with its reason in the details. `words` are the blanks of the English sentence, where
 * those say less to a machine.
 */
export const refusal = (
  code: ProblemCode,
  reason: ReasonCode,
  params: Blanks = {},
  words: Blanks = params,
): ApiProblem => problem(code, sentence(reason, words), { details: { reason, params } });

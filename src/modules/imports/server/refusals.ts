import { hiddenFields, type Resource } from '#platform/collections/define-resource.ts';
import type { ImportKind } from '../kinds.ts';
import { type Actor, type Collection, canRead, canWrite } from '#core/permissions.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { assertNoReviewNeeded } from '#modules/reviews/server/guard.ts';
import { englishRefusal, parseEnglishRefusal } from '#core/refusals/english.ts';
import { type ReasonCode, type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { CellProblem } from '../shapes.ts';
import { type ApiProblem, problem, type ProblemCode } from '#platform/server/http/problems.ts';

/** Checks that the user could make the same changes by hand (403), without a review (409 `REVIEW_NEEDED`). */
export async function assertMayImport(
  ctx: Pick<WriteContext, 'db' | 'actor' | 'isReviewed'>,
  { collection, parts, resource }: ImportKind,
  columns: readonly string[],
): Promise<void> {
  const actor = ctx.actor as Actor;
  const used = parts.filter(({ prefix }) => columns.some((key) => key.startsWith(`${prefix}.`)));
  for (const one of [collection, ...used.map((part) => part.resource.collection)]) {
    assertMayCreateAndEdit(actor, one);
    await assertNoReviewNeeded(ctx, one);
  }
  // The outcome `changed` or `unchanged` would reveal whether a price matches.
  const priced: [Resource, string][] = [
    ...(resource && resource.collection !== 'items' ? [[resource, ''] as [Resource, string]] : []),
    ...used.map((part): [Resource, string] => [part.resource, `${part.prefix}.`]),
  ];
  for (const [one, prefix] of priced)
    if (hiddenFields(one, actor).some((name) => columns.includes(prefix + name)))
      throw importProblem('FORBIDDEN', refusal('no-costs'));
  // Opening stock sets the value of stock, so it requires permission to see costs.
  if (resource === null && !canRead(actor, 'costs')) throw importProblem('FORBIDDEN', refusal('no-costs'));
}

function assertMayCreateAndEdit(actor: Actor, collection: Collection): void {
  if (canWrite(actor, collection, 'canCreate') && canWrite(actor, collection, 'canEdit')) return;
  throw importProblem('FORBIDDEN', refusal('no-permission', { many: collection }));
}

/** A problem of a cell, by code and refusal. */
export const buildCellProblem = (
  column: string,
  code: CellProblem['code'],
  reason: Refusal,
  otherRow?: number,
): CellProblem => ({
  column,
  code,
  message: englishRefusal(reason),
  ...reason,
  ...(otherRow !== undefined && { otherRow }),
});

/** Returns the refusal of a cell problem. Problems stored before refusals had codes have only a message. */
export const cellRefusal = ({ reason, params = {}, message }: Omit<CellProblem, 'column'>): Refusal =>
  reason === undefined
    ? (parseEnglishRefusal(message) ?? refusal('invalid-input'))
    : { reason: reason as ReasonCode, params };

/** A cell that breaks a rule. */
export const ruleProblem = (column: string, reason: Refusal): CellProblem =>
  buildCellProblem(column, 'rule', reason);

/** A refusal of the whole import; also in the details. */
export const importProblem = (code: ProblemCode, reason: Refusal): ApiProblem =>
  problem(code, reason, { details: { ...reason } });

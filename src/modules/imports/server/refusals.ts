import { listHiddenFields, type Resource } from '#platform/collections/define-resource.ts';
import type { ImportKind } from '../kinds.ts';
import { type Actor, type Collection, canRead, canWrite } from '#core/permissions.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { assertNoReviewNeeded } from '#modules/reviews/server/guard.ts';
import { englishRefusal, parseEnglishRefusal } from '#core/refusals/english.ts';
import { type ReasonCode, type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { CellProblem } from '../shapes.ts';
import { type ApiProblem, problem, type ProblemCode } from '#platform/server/http/problems.ts';

/**
 * Throws 403 if the user isn't allowed to make the same changes manually, and 409 `REVIEW_NEEDED` if they
 * would need a review.
 */
export async function assertMayImport(
  ctx: Pick<WriteContext, 'db' | 'actor' | 'isReviewed'>,
  { collection, parts, resource }: ImportKind,
  columns: readonly string[],
): Promise<void> {
  const actor = ctx.actor as Actor;
  const usedParts = parts.filter(({ prefix }) => columns.some((key) => key.startsWith(`${prefix}.`)));
  for (const written of [collection, ...usedParts.map((part) => part.resource.collection)]) {
    assertMayCreateAndEdit(actor, written);
    await assertNoReviewNeeded(ctx, written);
  }
  // For hidden prices, the outcome `changed` or `unchanged` would reveal whether a price matches.
  const targets: [Resource, string][] = [
    ...(resource && resource.collection !== 'items' ? [[resource, ''] as [Resource, string]] : []),
    ...usedParts.map((part): [Resource, string] => [part.resource, `${part.prefix}.`]),
  ];
  for (const [target, prefix] of targets)
    if (listHiddenFields(target, actor).some((name) => columns.includes(prefix + name)))
      throw buildImportProblem('FORBIDDEN', refusal('no-costs'));
  // Opening stock sets the value of stock, so it requires permission to see costs.
  if (resource === null && !canRead(actor, 'costs'))
    throw buildImportProblem('FORBIDDEN', refusal('no-costs'));
}

function assertMayCreateAndEdit(actor: Actor, collection: Collection): void {
  if (canWrite(actor, collection, 'canCreate') && canWrite(actor, collection, 'canEdit')) return;
  throw buildImportProblem('FORBIDDEN', refusal('no-permission', { many: collection }));
}

/** Builds the problem of a cell from code and refusal. */
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
export const toCellRefusal = ({ reason, params = {}, message }: Omit<CellProblem, 'column'>): Refusal =>
  reason === undefined
    ? (parseEnglishRefusal(message) ?? refusal('invalid-input'))
    : { reason: reason as ReasonCode, params };

/** Builds the problem of a cell that breaks a rule. */
export const buildRuleProblem = (column: string, reason: Refusal): CellProblem =>
  buildCellProblem(column, 'rule', reason);

/** Builds the error for a whole import, with the refusal code in its details. */
export const buildImportProblem = (code: ProblemCode, reason: Refusal): ApiProblem =>
  problem(code, reason, { details: { ...reason } });

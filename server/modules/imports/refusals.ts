import { hiddenFields, type Resource } from '#contract/resources/define-resource.ts';
import type { ImportKind } from '#contract/imports/kinds.ts';
import { type Actor, type Collection, canRead, canWrite } from '#domain/permissions.ts';
import type { WriteContext } from '../../http/route.ts';
import { assertNoReviewNeeded } from '../reviews/guard.ts';
import { englishRefusal, parseEnglishRefusal } from '#domain/refusals/english.ts';
import { type ReasonCode, type Refusal, refusal } from '#domain/refusals/refusal.ts';
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
    assertMayCreateAndEdit(actor, one);
    await assertNoReviewNeeded(ctx, one);
  }
  // Whether a price is the one that is there already would be told by what the import changes.
  const priced: [Resource, string][] = [
    ...(resource && resource.collection !== 'items' ? [[resource, ''] as [Resource, string]] : []),
    ...used.map((part): [Resource, string] => [part.resource, `${part.prefix}.`]),
  ];
  for (const [one, prefix] of priced)
    if (hiddenFields(one, actor).some((name) => columns.includes(prefix + name)))
      throw importProblem('FORBIDDEN', refusal('no-costs'));
  // The file says what stock is worth from the first day on, so it is for people who see costs.
  if (resource === null && !canRead(actor, 'costs')) throw importProblem('FORBIDDEN', refusal('no-costs'));
}

function assertMayCreateAndEdit(actor: Actor, collection: Collection): void {
  if (canWrite(actor, collection, 'canCreate') && canWrite(actor, collection, 'canEdit')) return;
  throw importProblem('FORBIDDEN', refusal('no-permission', { many: collection }));
}

/** What is wrong with a cell, by its kind, and why. */
export const cellProblem = (
  column: string,
  code: CellProblem['code'],
  why: Refusal,
  otherRow?: number,
): CellProblem => ({
  column,
  code,
  message: englishRefusal(why),
  ...why,
  ...(otherRow !== undefined && { otherRow }),
});

/** Why something is wrong with a cell. Problems of before refusals had codes have their sentence alone. */
export const cellRefusal = ({ reason, params = {}, message }: Omit<CellProblem, 'column'>): Refusal =>
  reason === undefined
    ? (parseEnglishRefusal(message) ?? refusal('invalid-input'))
    : { reason: reason as ReasonCode, params };

/** A rule that a cell breaks. */
export const ruleProblem = (column: string, why: Refusal): CellProblem => cellProblem(column, 'rule', why);

/** A refusal of the whole import, which is in its details, too. */
export const importProblem = (code: ProblemCode, why: Refusal): ApiProblem =>
  problem(code, why, { details: { ...why } });

import { type Blanks, type ReasonCode, reasonOf, sentence } from '#domain/refusals/refusal.ts';
import type { CellProblem } from '#contract/imports/wire.ts';
import { type ApiProblem, type ProblemCode, problem } from '../../http/problems.ts';

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

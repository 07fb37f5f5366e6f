import type { ApprovalQuestion, CountQuestion } from './status.ts';

/** The facts about a count line that determine its open questions. */
export interface CountLineFacts {
  /** Whether two people counted the line without seeing each other's entry. */
  hasConflict: boolean;
  /** Number of stock movements whose order relative to the count is unknown. */
  unansweredMoves: number;
  varianceMicro: number | null;
  /** Variance in pieces; null for items not counted in pieces, or if the pieces are unknown. */
  variancePieces: number | null;
  /** A different count that posted the same item after this count read the book quantity. */
  postedBy: { number: string; id: string } | null;
  exceedsTolerance: boolean;
  /** Number of recounts. */
  round: number;
  /** An opening count has no expected quantity. */
  isOpening: boolean;
  hasCause: boolean;
  hasCost: boolean;
  /**
   * Largest possible reduction in base units if the variance would leave less than the reserved quantity or
   * less than zero; null if it wouldn't.
   */
  maxReductionMicro: number | null;
  /** Questions about the variance are raised only after submission. */
  isSubmitted: boolean;
}

export interface CountLineQuestion<Question extends CountQuestion = ApprovalQuestion> {
  question: Question;
  params?: Readonly<Record<string, string | number>>;
}

/** Returns the questions that block the approval of a line. Uncounted lines have none. */
export function openCountQuestions(facts: CountLineFacts): CountLineQuestion[] {
  const { varianceMicro, variancePieces, isSubmitted, isOpening, postedBy, maxReductionMicro } = facts;
  if (varianceMicro === null) return [];
  const differs = varianceMicro !== 0;
  const questions: CountLineQuestion[] = [];
  if (facts.hasConflict) questions.push({ question: 'twice' });
  if (facts.unansweredMoves > 0) questions.push({ question: 'moves', params: { n: facts.unansweredMoves } });
  if ((differs || (variancePieces ?? 0) !== 0) && postedBy)
    questions.push({ question: 'posted', params: { ...postedBy } });
  if (!isSubmitted || !differs) return questions;
  if (facts.exceedsTolerance && !isOpening && facts.round === 0) questions.push({ question: 'recount' });
  if (maxReductionMicro !== null)
    questions.push({ question: 'promised', params: { maxReduction: maxReductionMicro / 1e6 } });
  if (facts.exceedsTolerance && !isOpening && !facts.hasCause) questions.push({ question: 'cause' });
  if (varianceMicro > 0 && !facts.hasCost) questions.push({ question: 'cost' });
  return questions;
}

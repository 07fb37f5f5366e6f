import type { CountQuestion } from './status.ts';

/** What of a line decides what it still asks. */
export interface CountLineFacts {
  /** Two people counted it without having seen each other. */
  isTwice: boolean;
  /** Moves of which nobody knows whether the count has seen them. */
  movesAsking: number;
  varianceMicro: number | null;
  /** The same of pieces; null of goods that are not counted in them, and where nobody said how many there are. */
  variancePieces: number | null;
  /** The count that has posted the same goods since this one looked at the books. */
  postedBy: { number: string; id: string } | null;
  isBeyond: boolean;
  /** How often it was counted again. */
  round: number;
  /** An opening count finds what is there: nothing was expected. */
  isOpening: boolean;
  hasCause: boolean;
  hasCost: boolean;
  /** Less would be left than is held for orders, or than nothing: how much may leave, in base units; null where it may. */
  onlyMicro: number | null;
  /** Whether the count is submitted: what follows from the difference is asked then. */
  isSubmitted: boolean;
}

export interface CountLineQuestion {
  question: CountQuestion;
  params?: Readonly<Record<string, string | number>>;
}

/** What keeps a line from being approved. A line that nobody counted asks nothing, and so does one without a difference. */
export function openCountQuestions(facts: CountLineFacts): CountLineQuestion[] {
  const { varianceMicro, variancePieces, isSubmitted, isOpening, postedBy, onlyMicro } = facts;
  if (varianceMicro === null) return [];
  const differs = varianceMicro !== 0;
  const asks: CountLineQuestion[] = [];
  if (facts.isTwice) asks.push({ question: 'twice' });
  if (facts.movesAsking > 0) asks.push({ question: 'moves', params: { n: facts.movesAsking } });
  if ((differs || (variancePieces ?? 0) !== 0) && postedBy)
    asks.push({ question: 'posted', params: { ...postedBy } });
  if (!isSubmitted || !differs) return asks;
  if (facts.isBeyond && !isOpening && facts.round === 0) asks.push({ question: 'recount' });
  if (onlyMicro !== null) asks.push({ question: 'promised', params: { only: onlyMicro / 1e6 } });
  if (facts.isBeyond && !isOpening && !facts.hasCause) asks.push({ question: 'cause' });
  if (varianceMicro > 0 && !facts.hasCost) asks.push({ question: 'cost' });
  return asks;
}

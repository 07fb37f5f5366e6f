import { type Movement, getMovementTone } from '#platform/web/ui/figure.tsx';
import { formatPercent } from '#platform/web/format/format.ts';
import type { Translation } from '#platform/web/i18n/messages.ts';
import type { dashboardMessages } from './messages.ts';

/** Whether a figure meets its target; null without a figure. */
interface GoalState {
  isMet: boolean | null;
}

/** Returns the colour of a figure by its target; neutral without a target or figure. */
export const getGoalTone = (goal: GoalState | null | undefined): Movement['tone'] =>
  goal?.isMet == null ? 'neutral' : goal.isMet ? 'good' : 'bad';

/**
 * Limits the colour of a change by the target of its figure: an improvement is green only if the target is
 * met, and a decline red only if it isn't met.
 */
export function limitTone<T extends Movement>(change: T, goal: GoalState | null | undefined): T {
  const isMet = goal?.isMet === true;
  return change.tone === (isMet ? 'bad' : 'good') ? { ...change, tone: 'neutral' } : change;
}

interface RankedRow {
  name: string;
  value: number | null;
}

/** Sorts rows worst first; unknown values come last, and equal values are sorted by name. */
export function rankWorstFirst<T extends RankedRow>(rows: readonly T[], goodDirection: 'up' | 'down'): T[] {
  const getSortValue = ({ value }: T) =>
    value === null ? Number.NEGATIVE_INFINITY : goodDirection === 'up' ? -value : value;
  return rows.toSorted((a, b) => {
    const [first, second] = [getSortValue(a), getSortValue(b)];
    return first === second ? a.name.localeCompare(b.name) : first < second ? 1 : -1;
  });
}

/** Returns one value per day, 0 for days without a row. */
export function listValuesByDay<T extends { day: string }>(
  rows: readonly T[],
  days: readonly string[],
  read: (row: T) => number,
): number[] {
  const valueByDay = new Map(rows.map((row) => [row.day, read(row)]));
  return days.map((day) => valueByDay.get(day) ?? 0);
}

type Texts = Translation<(typeof dashboardMessages)['en']>['change'];

export interface Change extends Movement {
  text: string;
}

interface Comparison {
  current: number | null;
  previous: number | null;
  /** Length of the period, and of the comparison period, in days. */
  days: number;
  /** Direction that counts as an improvement; omitted if neither does. */
  goodDirection?: 'up' | 'down' | undefined;
}

/**
 * Returns the relative change of an amount. A missing or zero previous value is reported as not comparable.
 */
export function describeAmountChange(
  { current, previous, days, goodDirection }: Comparison,
  t: Texts,
): Change {
  if (current === null || previous === null || previous === 0)
    return { direction: 'same', tone: 'neutral', text: t.none(days) };
  // Absolute value, so that an increase from a negative amount is still an increase.
  const share = (current - previous) / Math.abs(previous);
  if (Math.abs(share) < 0.0005) return { direction: 'same', tone: 'neutral', text: t.same(days) };
  const direction = share > 0 ? 'up' : 'down';
  const text = (share > 0 ? t.more : t.less)(formatPercent(Math.abs(share)), days);
  return { direction, tone: getMovementTone(direction, goodDirection), text };
}

/** Returns the change of a percentage in percentage points. */
export function describeShareChange(
  { current, previous, days, goodDirection }: Comparison,
  t: Texts,
): Change {
  if (current === null || previous === null)
    return { direction: 'same', tone: 'neutral', text: t.none(days) };
  const points = Math.round((current - previous) * 1000) / 10;
  if (points === 0) return { direction: 'same', tone: 'neutral', text: t.same(days) };
  const direction = points > 0 ? 'up' : 'down';
  const text = (points > 0 ? t.pointsMore : t.pointsLess)(Math.abs(points), days);
  return { direction, tone: getMovementTone(direction, goodDirection), text };
}

import { type Movement, movementTone } from '#platform/web/ui/figure.tsx';
import { formatPercent } from '#platform/web/format/format.ts';
import type { Translation } from '#platform/web/i18n/messages.ts';
import type { dashboardMessages } from './messages.ts';

/** Whether a figure meets its goal; null without a figure. */
interface GoalState {
  isMet: boolean | null;
}

/** Returns the colour of a figure: that of its goal, neutral without a goal or figure. */
export const goalTone = (goal: GoalState | null | undefined): Movement['tone'] =>
  goal?.isMet == null ? 'neutral' : goal.isMet ? 'good' : 'bad';

/**
 * Limits the colour of a change by the goal of its figure: an improvement is green only if the goal is met,
 * and a decline red only if it isn't met.
 */
export function limitTone<T extends Movement>(change: T, goal: GoalState | null | undefined): T {
  const isMet = goal?.isMet === true;
  return change.tone === (isMet ? 'bad' : 'good') ? { ...change, tone: 'neutral' } : change;
}

interface RankedRow {
  name: string;
  value: number | null;
}

/** Sorts rows worst first; unknown values come last, equal ones by name. */
export function rankWorstFirst<T extends RankedRow>(rows: readonly T[], good: 'up' | 'down'): T[] {
  const badness = ({ value }: T) =>
    value === null ? Number.NEGATIVE_INFINITY : good === 'up' ? -value : value;
  return rows.toSorted((a, b) => {
    const [first, second] = [badness(a), badness(b)];
    return first === second ? a.name.localeCompare(b.name) : first < second ? 1 : -1;
  });
}

/** Returns one value per day, 0 for days without a row. */
export function perDay<T extends { day: string }>(
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
  now: number | null;
  before: number | null;
  /** Length in days of the period, which is also that of the comparison period. */
  days: number;
  /** Direction that counts as an improvement; omitted if neither does. */
  good?: 'up' | 'down' | undefined;
}

/**
 * Returns the relative change of an amount. A missing or zero previous value is reported as not comparable.
 */
export function amountChange({ now, before, days, good }: Comparison, t: Texts): Change {
  if (now === null || before === null || before === 0)
    return { direction: 'same', tone: 'neutral', text: t.none(days) };
  // Absolute value, so that an increase from a negative amount is still an increase.
  const share = (now - before) / Math.abs(before);
  if (Math.abs(share) < 0.0005) return { direction: 'same', tone: 'neutral', text: t.same(days) };
  const direction = share > 0 ? 'up' : 'down';
  const text = (share > 0 ? t.more : t.less)(formatPercent(Math.abs(share)), days);
  return { direction, tone: movementTone(direction, good), text };
}

/** Returns the change of a percentage in percentage points. */
export function shareChange({ now, before, days, good }: Comparison, t: Texts): Change {
  if (now === null || before === null) return { direction: 'same', tone: 'neutral', text: t.none(days) };
  const points = Math.round((now - before) * 1000) / 10;
  if (points === 0) return { direction: 'same', tone: 'neutral', text: t.same(days) };
  const direction = points > 0 ? 'up' : 'down';
  const text = (points > 0 ? t.pointsMore : t.pointsLess)(Math.abs(points), days);
  return { direction, tone: movementTone(direction, good), text };
}

import type { SuggestionParams } from '../shapes.ts';
import type { SuggestionReason } from '../suggestion-reasons.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { messagesOf } from '#platform/web/i18n/messages.ts';
import { weekdayOf } from '#core/day.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { suggestionMessages } from './messages.ts';

/** A suggestion in its order unit; one order unit is `unitNum / unitDen` base units. */
export interface Suggested {
  reason: { code: SuggestionReason; params: SuggestionParams } | null;
  covers: readonly string[];
  suggestedQty: number;
  unitSymbol: string;
  unitNum: number;
  unitDen: number;
}

const dayName = (day: string) => formatWeekday(weekdayOf(day), 'long');

/**
 * Explains a suggestion: "Fridays: 42 sold on average (last four: 46); delivery covers Friday and Saturday;
 * 12 on hand, none on order: 84 pieces (7 trays of 12)". Empty without a reason.
 */
export function suggestionReasonText({
  reason,
  covers,
  suggestedQty,
  unitSymbol,
  unitNum,
  unitDen,
}: Suggested): string {
  if (reason === null) return '';
  const t = messagesOf(suggestionMessages);
  const { code, params } = reason;
  const parts: string[] = [];
  if (code === 'demand' || code === 'demand-of-category')
    parts.push(...weekParts(params, code === 'demand-of-category', covers));
  if (code === 'par-little-history' || code === 'last' || code === 'no-history')
    parts.push(t.littleHistory(params.knownDays));
  if (code === 'par' || code === 'par-little-history')
    parts.push(t.upToPar(formatAmount(params.par, params.unitSymbol)));
  if (code === 'last') parts.push(t.sameAsLast);
  if (code === 'no-history') return formatList([...parts, t.noBasis], true);
  parts.push(
    t.stock(
      formatQuantity(params.onHand, params.unitSymbol),
      params.coming === 0 ? null : formatQuantity(params.coming, params.unitSymbol),
      params.usedUntil === 0 ? null : formatQuantity(params.usedUntil, params.unitSymbol),
    ),
  );
  const base = (suggestedQty * unitNum) / unitDen;
  const isPack = unitNum !== unitDen && suggestedQty > 0;
  const packs = isPack
    ? t.packsOf(formatAmount(suggestedQty, unitSymbol), formatQuantity(unitNum / unitDen))
    : null;
  return t.result(formatList(parts, true), formatAmount(base, params.unitSymbol), packs);
}

type Week = Pick<SuggestionParams, 'weekday' | 'source' | 'average' | 'lastFour'>;

/** Returns the demand of the first covered day, if known, and the days that the delivery covers. */
function weekParts(
  { weekday, source, average, lastFour }: Week,
  isShared: boolean,
  covers: readonly string[],
) {
  const t = messagesOf(suggestionMessages);
  const weekText =
    weekday === null || average === null
      ? []
      : [
          t.week(
            formatWeekday(weekday, 'long'),
            t.verbs[source ?? 'used'],
            formatQuantity(average),
            lastFour === null ? null : formatQuantity(lastFour),
          ),
        ];
  return [...weekText, ...(isShared ? [t.categoryPattern] : []), t.covers(covers.map(dayName))];
}

/**
 * Explains the forecast: "Fridays: 42 sold on average (last four: 46); delivery covers Friday and Saturday".
 */
export const expectedDemandText = (reason: Week & { isShared: boolean; covers: readonly string[] }): string =>
  formatList(weekParts(reason, reason.isShared, reason.covers), true);

/** Returns additional notes: excluded quantities and days, and the risk of running out. */
export function reasonNotes({ reason }: Pick<Suggested, 'reason'>): string[] {
  if (reason === null) return [];
  const t = messagesOf(suggestionMessages);
  const { code, params } = reason;
  return [
    ...(params.unusable > 0 ? [t.unusable(formatAmount(params.unusable, params.unitSymbol))] : []),
    ...(params.leftOut > 0 ? [t.leftOut(params.leftOut)] : []),
    ...(code.startsWith('demand') ? [t.runsOut(params.oneIn)] : []),
  ];
}

import type { SuggestionParams } from '../shapes.ts';
import type { SuggestionReason } from '../suggestion-reasons.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { getWeekday } from '#core/day.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { suggestionMessages } from './messages.ts';

/** A suggestion in its order unit; one order unit is `unitNum / unitDen` base units. */
export interface DisplayedSuggestion {
  reason: { code: SuggestionReason; params: SuggestionParams } | null;
  coveredDays: readonly string[];
  suggestedQty: number;
  unitSymbol: string;
  unitNum: number;
  unitDen: number;
}

const formatDayName = (day: string) => formatWeekday(getWeekday(day), 'long');

/**
 * Explains a suggestion in its order unit: "Average sold on Fridays: 3.5 trays (last four: 3.8). The delivery
 * covers Friday and Saturday. On hand: 1 tray. On order: none. Suggested: 7 trays (84 pieces)." Empty without
 * a reason.
 */
export function formatSuggestionReason({
  reason,
  coveredDays,
  suggestedQty,
  unitSymbol,
  unitNum,
  unitDen,
}: DisplayedSuggestion): string {
  if (reason === null) return '';
  const t = getMessages(suggestionMessages);
  const { code, params } = reason;
  const toUnits = (base: number) => (base * unitDen) / unitNum;
  const formatFigure = (base: number) => formatQuantity(toUnits(base), unitSymbol);
  const formatUnits = (base: number) => formatAmount(toUnits(base), unitSymbol);
  const sentences: string[] = [];
  if (code === 'demand' || code === 'demand-of-category')
    sentences.push(
      ...formatWeekSentences(params, code === 'demand-of-category', coveredDays, {
        formatFigure,
        formatUnits,
      }),
    );
  if (code === 'par-little-history' || code === 'last' || code === 'no-history')
    sentences.push(t.littleHistory(params.knownDays));
  if (code === 'par' || code === 'par-little-history')
    sentences.push(t.upToPar(formatUnits(params.par ?? 0)));
  if (code === 'last') sentences.push(t.sameAsLast);
  if (code === 'no-history') return [...sentences, t.noBasis].join(' ');
  sentences.push(
    t.stock(
      formatUnits(params.onHand),
      params.incoming === 0 ? null : formatFigure(params.incoming),
      params.usageBeforeDelivery === 0 ? null : formatFigure(params.usageBeforeDelivery),
    ),
  );
  if (suggestedQty <= 0) return [...sentences, t.notNeeded].join(' ');
  const contents =
    unitNum === unitDen ? null : formatAmount((suggestedQty * unitNum) / unitDen, params.unitSymbol);
  return [...sentences, t.suggested(formatAmount(suggestedQty, unitSymbol), contents)].join(' ');
}

type Week = Pick<SuggestionParams, 'weekday' | 'source' | 'average' | 'lastFour'>;

/** Returns the demand of the first covered day, if known, and the days that the delivery covers. */
function formatWeekSentences(
  { weekday, source, average, lastFour }: Week,
  isShared: boolean,
  coveredDays: readonly string[],
  { formatFigure, formatUnits }: { formatFigure(base: number): string; formatUnits(base: number): string } = {
    formatFigure: formatQuantity,
    formatUnits: formatQuantity,
  },
) {
  const t = getMessages(suggestionMessages);
  const weekText =
    weekday === null || average === null
      ? []
      : [
          t.week(
            formatWeekday(weekday, 'long'),
            t.verbs[source ?? 'used'],
            formatUnits(average),
            lastFour === null ? null : formatFigure(lastFour),
          ),
        ];
  return [
    ...weekText,
    ...(isShared ? [t.categoryPattern] : []),
    t.coveredDays(coveredDays.map(formatDayName)),
  ];
}

/**
 * Explains the forecast: "Average sold on Fridays: 42 (last four: 46). The delivery covers Friday and
 * Saturday."
 */
export const formatExpectedDemand = (
  reason: Week & { isShared: boolean; coveredDays: readonly string[] },
): string => formatWeekSentences(reason, reason.isShared, reason.coveredDays).join(' ');

/** Returns notes on excluded quantities and days, and on the risk of running out. */
export function listReasonNotes({ reason, unitSymbol, unitNum, unitDen }: DisplayedSuggestion): string[] {
  if (reason === null) return [];
  const t = getMessages(suggestionMessages);
  const { code, params } = reason;
  return [
    ...(params.unusable > 0
      ? [t.unusable(formatAmount((params.unusable * unitDen) / unitNum, unitSymbol))]
      : []),
    ...(params.excludedDays > 0 ? [t.excludedDays(params.excludedDays)] : []),
    ...(code.startsWith('demand') ? [t.runsOut(params.oneIn)] : []),
  ];
}

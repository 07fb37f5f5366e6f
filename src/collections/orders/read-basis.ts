import type { SuggestionParams } from '#contract/shapes/demand.ts';
import { readQuantity } from '#contract/read-shape.ts';
import type { OrderSuggestion } from '#contract/shapes/orders.ts';
import { type JsonRecord, readNumberValue, readRecord, readText, readTexts } from '#contract/tolerant.ts';
import { type SuggestionReason, suggestionReasons } from '#domain/planning/suggestion-reasons.ts';

const bases: Record<string, OrderSuggestion['basis']> = { demand: 'demand', par: 'par', last: 'last' };
const sources: Record<string, SuggestionParams['source']> = {
  sold: 'sold',
  used: 'used',
  ordered: 'ordered',
};
const isReason = (code: string | null): code is SuggestionReason =>
  suggestionReasons.some((one) => one === code);

/** Reads the basis of a suggestion; a server without one suggests up to par, without a reason. */
export function readBasis(
  row: JsonRecord,
): Pick<OrderSuggestion, 'forecast' | 'covers' | 'basis' | 'reason'> {
  const reason = readRecord(row['reason']);
  const [code, params] = [readText(reason['code']), readRecord(reason['params'])];
  const covers = readTexts(row['covers']);
  return {
    forecast: readQuantity(row['forecast']),
    covers,
    basis: bases[readText(row['basis']) ?? ''] ?? 'par',
    reason: isReason(code)
      ? {
          code,
          params: {
            unitSymbol: readText(params['unitSymbol']) ?? '',
            source: sources[readText(params['source']) ?? ''] ?? null,
            weekday: readNumberValue(params['weekday']),
            average: readNumberValue(params['average']),
            lastFour: readNumberValue(params['lastFour']),
            forecast: readNumberValue(params['forecast']),
            safety: readNumberValue(params['safety']),
            par: readNumberValue(params['par']),
            onHand: readNumberValue(params['onHand']) ?? 0,
            unusable: readNumberValue(params['unusable']) ?? 0,
            coming: readNumberValue(params['coming']) ?? 0,
            usedUntil: readNumberValue(params['usedUntil']) ?? 0,
            leftOut: readNumberValue(params['leftOut']) ?? 0,
            oneIn: readNumberValue(params['oneIn']),
            knownDays: readNumberValue(params['knownDays']) ?? 0,
          },
        }
      : null,
  };
}

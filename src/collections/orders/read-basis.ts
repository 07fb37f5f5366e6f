import type { SuggestionParams } from '#contract/demand.ts';
import { quantityOf } from '#contract/document-fields.ts';
import type { OrderSuggestion } from '#contract/orders.ts';
import { type JsonRecord, number, record, text, texts } from '#contract/tolerant.ts';
import { type SuggestionReason, suggestionReasons } from '#domain/planning/suggestion-reasons.ts';

const bases: Record<string, OrderSuggestion['basis']> = { demand: 'demand', par: 'par', last: 'last' };
const sources: Record<string, SuggestionParams['source']> = {
  sold: 'sold',
  used: 'used',
  ordered: 'ordered',
};
const isReason = (code: string | null): code is SuggestionReason =>
  suggestionReasons.some((one) => one === code);

/** What it is suggested by; a server that does not say suggests by the par, without a reason. */
export function readBasis(
  row: JsonRecord,
): Pick<OrderSuggestion, 'forecast' | 'covers' | 'basis' | 'reason'> {
  const reason = record(row['reason']);
  const [code, params] = [text(reason['code']), record(reason['params'])];
  const covers = texts(row['covers']);
  return {
    forecast: quantityOf(row['forecast']),
    covers,
    basis: bases[text(row['basis']) ?? ''] ?? 'par',
    reason: isReason(code)
      ? {
          code,
          params: {
            unitSymbol: text(params['unitSymbol']) ?? '',
            source: sources[text(params['source']) ?? ''] ?? null,
            weekday: number(params['weekday']),
            average: number(params['average']),
            lastFour: number(params['lastFour']),
            forecast: number(params['forecast']),
            safety: number(params['safety']),
            par: number(params['par']),
            onHand: number(params['onHand']) ?? 0,
            unusable: number(params['unusable']) ?? 0,
            coming: number(params['coming']) ?? 0,
            usedUntil: number(params['usedUntil']) ?? 0,
            leftOut: number(params['leftOut']) ?? 0,
            oneIn: number(params['oneIn']),
            knownDays: number(params['knownDays']) ?? 0,
          },
        }
      : null,
  };
}

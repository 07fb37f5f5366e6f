import type { SuggestionParams } from '../shapes.ts';
import {
  convertChanceToOneIn,
  computeRunOutChance,
  getServiceFactor,
  defaultServiceLevel,
} from '../service-level.ts';
import type { SuggestionReason } from '../suggestion-reasons.ts';
import { computeSuggestedMicro, computeTargetMicro } from '../suggestion.ts';
import { toExactOrNull, fromMicro } from '#core/quantity.ts';
import type { ItemModel, DeliveryOutlook } from './outlook.ts';

/** Ordering parameters of an item at a location. */
interface Levels {
  parMicro: number | null;
  /** Null if the item has no level at the location; it is then ordered by demand. */
  orderRule: string | null;
  /** Null without a category. */
  serviceLevelMicro: number | null;
  unusableMicro: number;
}

interface SuggestionContext {
  model: ItemModel | undefined;
  outlook: DeliveryOutlook | null;
  /** Quantity of the last order that contains the item. */
  lastMicro: number | null;
  /** On hand less reserved, on hold, and expired by the delivery; may be negative. */
  usableMicro: number;
  /** In transit and on order. */
  incomingMicro: number;
  /** Expected usage of these quantities before the delivery arrives. */
  usedMicro: number;
  packMicro: number | null;
  unitSymbol: string;
}

interface Suggestion {
  suggestedMicro: number | null;
  /** Usage before the delivery that the suggestion takes into account. */
  usedMicro: number;
  /** Target stock, including incoming stock; null without data. */
  targetMicro: number | null;
  forecastMicro: number | null;
  basis: 'demand' | 'par' | 'last';
  code: SuggestionReason;
  params: SuggestionParams;
}

/** Rounds a figure for display; large figures need fewer digits. */
export function roundForDisplay(value: number): number {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits));
}

/** Returns the number of days excluded because they were out of stock or marked. */
const countExcludedDays = ({ series: { out, exceptional }, demand: { since } }: ItemModel): number =>
  out.reduce((n, isOut, day) => n + (day >= since && (isOut || exceptional[day]) ? 1 : 0), 0);

/**
 * Suggests an order quantity with its reason, in base units: expected demand before the following delivery
 * plus safety stock, or the par level if that is the item's rule. With less than two weeks of history, uses
 * the par level, otherwise the last order.
 */
export function suggestQuantity(
  { parMicro, orderRule, serviceLevelMicro, unusableMicro }: Levels,
  {
    model,
    outlook,
    lastMicro,
    usableMicro,
    incomingMicro,
    usedMicro,
    packMicro,
    unitSymbol,
  }: SuggestionContext,
): Suggestion {
  // A par level already covers the days before the delivery, and so did the last order.
  const computeOrderUpTo = (level: number | null, used = 0) =>
    toExactOrNull(() =>
      computeSuggestedMicro({
        parMicro: level,
        onHandMicro: usableMicro,
        inTransitMicro: incomingMicro,
        orderedMicro: 0,
        usedMicro: used,
        packMicro,
      }),
    );
  const params: SuggestionParams = {
    unitSymbol,
    source: model?.series.source ?? null,
    weekday: null,
    average: null,
    lastFour: null,
    forecast: null,
    safety: null,
    par: parMicro === null ? null : fromMicro(parMicro),
    onHand: fromMicro(usableMicro),
    unusable: fromMicro(unusableMicro),
    incoming: fromMicro(incomingMicro),
    usageBeforeDelivery: 0,
    excludedDays: model === undefined ? 0 : countExcludedDays(model),
    oneIn: null,
    knownDays: model?.demand.knownDays ?? 0,
  };
  if (orderRule === 'par' && parMicro !== null)
    return {
      suggestedMicro: computeOrderUpTo(parMicro),
      usedMicro: 0,
      targetMicro: parMicro,
      forecastMicro: null,
      basis: 'par',
      code: 'par',
      params: { ...params, excludedDays: 0 },
    };
  if (!model || !outlook) {
    if (parMicro !== null)
      return {
        suggestedMicro: computeOrderUpTo(parMicro),
        usedMicro: 0,
        targetMicro: parMicro,
        forecastMicro: null,
        basis: 'par',
        code: 'par-little-history',
        params,
      };
    const code = lastMicro === null ? 'no-history' : 'last';
    return {
      suggestedMicro: lastMicro === null ? null : computeOrderUpTo(lastMicro),
      usedMicro: 0,
      targetMicro: lastMicro,
      forecastMicro: null,
      basis: 'last',
      code,
      params,
    };
  }
  const { handlingUnitMicro } = model.series;
  const factor = getServiceFactor(serviceLevelMicro === null ? defaultServiceLevel : serviceLevelMicro / 1e6);
  const targetMicro = computeTargetMicro({ ...outlook, factor }, handlingUnitMicro);
  const suggested = computeOrderUpTo(targetMicro, usedMicro);
  const toBaseUnits = (qty: number) => roundForDisplay((qty * handlingUnitMicro) / 1e6);
  const available = (usableMicro + incomingMicro - usedMicro + (suggested ?? 0)) / handlingUnitMicro;
  return {
    suggestedMicro: suggested,
    usedMicro,
    targetMicro,
    forecastMicro: Math.round(outlook.forecast * handlingUnitMicro),
    basis: 'demand',
    code: outlook.isShared ? 'demand-of-category' : 'demand',
    params: {
      ...params,
      weekday: outlook.weekday === null ? null : outlook.weekday + 1,
      average: outlook.average === null ? null : toBaseUnits(outlook.average),
      lastFour: outlook.lastFour === null ? null : toBaseUnits(outlook.lastFour),
      forecast: toBaseUnits(outlook.forecast),
      safety: toBaseUnits(factor * outlook.spread),
      usageBeforeDelivery: roundForDisplay(usedMicro / 1e6),
      oneIn: convertChanceToOneIn(computeRunOutChance(available, outlook.forecast, outlook.spread)),
    },
  };
}

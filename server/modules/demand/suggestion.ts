import type { SuggestionParams } from '#contract/demand.ts';
import {
  chanceAsOneIn,
  runOutChance,
  serviceFactor,
  defaultServiceLevel,
} from '#domain/planning/service-level.ts';
import type { SuggestionReason } from '#domain/planning/suggestion-reasons.ts';
import { suggestedMicro, targetMicro } from '#domain/planning/suggestion.ts';
import { exactOrNull, fromMicro } from '#domain/quantity.ts';
import type { ItemModel, DeliveryOutlook } from './outlook.ts';

/** What an item is ordered by, as it is kept. */
interface Levels {
  parMicro: number | null;
  /** Null where the item has no level at the place: by demand. */
  orderRule: string | null;
  /** Null without a category. */
  serviceLevelMicro: number | null;
  unusableMicro: number;
}

interface Situation {
  known: ItemModel | undefined;
  outlook: DeliveryOutlook | null;
  /** The last order that named it. */
  lastMicro: number | null;
  /** On hand, less what is promised to others, on hold or expired by then; below zero as it stands. */
  usableMicro: number;
  /** In transit and ordered. */
  comingMicro: number;
  /** Of both, what will be used before the delivery comes. */
  usedMicro: number;
  packMicro: number | null;
  unitSymbol: string;
}

interface Suggestion {
  suggestedMicro: number | null;
  /** What is used before the delivery, as far as the suggestion goes by that. */
  usedMicro: number;
  /** What the place should have with all that comes; null where nothing is known. */
  aimMicro: number | null;
  forecastMicro: number | null;
  basis: 'demand' | 'par' | 'last';
  code: SuggestionReason;
  params: SuggestionParams;
}

/** How a figure is shown: nobody reads a thousandth of a large one. */
export function roundForDisplay(value: number): number {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits));
}

/** The days that do not count because there was no stock, or because somebody said so. */
const excludedDays = ({ series: { out, exceptional }, demand: { since } }: ItemModel): number =>
  out.reduce((n, isOut, day) => n + (day >= since && (isOut || exceptional[day]) ? 1 : 0), 0);

/**
 * What to order of an item and why, in base units: what the delivery is expected to have to last for, with safety; by the par where
 * that is its rule; and with under two weeks known the par, else the last order.
 */
export function suggestQuantity(
  { parMicro, orderRule, serviceLevelMicro, unusableMicro }: Levels,
  { known, outlook, lastMicro, usableMicro, comingMicro, usedMicro, packMicro, unitSymbol }: Situation,
): Suggestion {
  // A par is worked out with the days until the delivery in it, and the last order was made as things stood then.
  const upTo = (level: number | null, used = 0) =>
    exactOrNull(() =>
      suggestedMicro({
        parMicro: level,
        onHandMicro: usableMicro,
        inTransitMicro: comingMicro,
        orderedMicro: 0,
        usedMicro: used,
        packMicro,
      }),
    );
  const params: SuggestionParams = {
    unitSymbol,
    source: known?.series.source ?? null,
    weekday: null,
    average: null,
    lastFour: null,
    forecast: null,
    safety: null,
    par: parMicro === null ? null : fromMicro(parMicro),
    onHand: fromMicro(usableMicro),
    unusable: fromMicro(unusableMicro),
    coming: fromMicro(comingMicro),
    usedUntil: 0,
    leftOut: known === undefined ? 0 : excludedDays(known),
    oneIn: null,
    knownDays: known?.demand.knownDays ?? 0,
  };
  if (orderRule === 'par' && parMicro !== null)
    return {
      suggestedMicro: upTo(parMicro),
      usedMicro: 0,
      aimMicro: parMicro,
      forecastMicro: null,
      basis: 'par',
      code: 'par',
      params: { ...params, leftOut: 0 },
    };
  if (!known || !outlook) {
    if (parMicro !== null)
      return {
        suggestedMicro: upTo(parMicro),
        usedMicro: 0,
        aimMicro: parMicro,
        forecastMicro: null,
        basis: 'par',
        code: 'par-little-history',
        params,
      };
    const code = lastMicro === null ? 'nothing-known' : 'last';
    return {
      suggestedMicro: lastMicro === null ? null : upTo(lastMicro),
      usedMicro: 0,
      aimMicro: lastMicro,
      forecastMicro: null,
      basis: 'last',
      code,
      params,
    };
  }
  const { handlingUnitMicro } = known.series;
  const factor = serviceFactor(serviceLevelMicro === null ? defaultServiceLevel : serviceLevelMicro / 1e6);
  const aim = targetMicro({ ...outlook, factor }, handlingUnitMicro);
  const suggested = upTo(aim, usedMicro);
  const inBase = (things: number) => roundForDisplay((things * handlingUnitMicro) / 1e6);
  const there = (usableMicro + comingMicro - usedMicro + (suggested ?? 0)) / handlingUnitMicro;
  return {
    suggestedMicro: suggested,
    usedMicro,
    aimMicro: aim,
    forecastMicro: Math.round(outlook.forecast * handlingUnitMicro),
    basis: 'demand',
    code: outlook.isShared ? 'demand-of-category' : 'demand',
    params: {
      ...params,
      weekday: outlook.weekday === null ? null : outlook.weekday + 1,
      average: outlook.average === null ? null : inBase(outlook.average),
      lastFour: outlook.lastFour === null ? null : inBase(outlook.lastFour),
      forecast: inBase(outlook.forecast),
      safety: inBase(factor * outlook.spread),
      usedUntil: roundForDisplay(usedMicro / 1e6),
      oneIn: chanceAsOneIn(runOutChance(there, outlook.forecast, outlook.spread)),
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import type { AllergenSet } from '../../allergens.ts';
import { portion } from '../../recipe.ts';
import { type Unit, unitsQuery } from '#modules/units/web/queries/units.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import { recipesMessages } from './messages.ts';

const noUnits: readonly Unit[] = [];

/** Returns formatters for the units of recipes: their symbols, and portions. */
export function useUnitFormats() {
  const t = useMessages(recipesMessages);
  const { data: units = noUnits } = useQuery(unitsQuery());
  const byId = new Map(units.map((unit) => [unit._id, unit]));
  const getSymbol = (unit: string) => (unit === portion ? t.portion : (byId.get(unit)?.symbol ?? unit));
  return {
    units,
    /** The localized unit next to a quantity: `bags`, `حبة`. */
    formatUnit: (qty: number | null, unit: string) =>
      unit === portion ? t.portion : formatUnitName(qty, getSymbol(unit)),
    isWhole: (unit: string) => byId.get(unit)?.wholeOnly ?? false,
    /** `2.5 kg`. */
    formatAmount: (qty: number | null, unit: string) => {
      const roundedQty = qty === null ? null : roundForDisplay(qty, byId.get(unit)?.decimals ?? 6);
      return `${formatQuantity(roundedQty)} ${unit === portion ? t.portion : formatUnitName(roundedQty, getSymbol(unit))}`;
    },
  };
}

/**
 * Rounds to the decimals of the unit unless that would change the quantity too much: half a gram of saffron
 * must not become one gram.
 */
function roundForDisplay(qty: number, decimals: number): number {
  const rounded = Number(qty.toFixed(decimals));
  return Math.abs(rounded - qty) <= Math.abs(qty) / 1000 ? rounded : qty;
}

/** Returns a function that formats allergens: contained, possible and unknown ones. */
export function useAllergenText(): (set: AllergenSet) => string {
  const t = useMessages(recipesMessages);
  const names: Readonly<Record<string, string>> = useMessages(resourceListMessages).allergens;
  return (set) => {
    const listNames = (state: string) =>
      Object.entries(set).flatMap(([name, value]) => (value === state ? [names[name] ?? name] : []));
    const mayContain = listNames('may_contain');
    const parts = [
      ...listNames('contains'),
      ...(mayContain.length > 0 ? [t.mayContain(formatList(mayContain))] : []),
      ...(listNames('unknown').length > 0 ? [t.allergensUnknown] : []),
    ];
    return parts.length > 0 ? parts.join(' · ') : t.allergensFree;
  };
}

import { useQuery } from '@tanstack/react-query';
import type { AllergenSet } from '../../allergens.ts';
import { portion } from '../../recipe.ts';
import { type Unit, unitsQuery } from '#modules/units/web/queries/units.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { unitLabel } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import { recipesMessages } from './messages.ts';

const nothing: readonly Unit[] = [];

/** Returns formatters for the units of recipes: their symbols, and portions. */
export function useUnitWords() {
  const t = useMessages(recipesMessages);
  const { data: units = nothing } = useQuery(unitsQuery());
  const byId = new Map(units.map((unit) => [unit._id, unit]));
  const symbolOf = (unit: string) => (unit === portion ? t.portion : (byId.get(unit)?.symbol ?? unit));
  return {
    units,
    /** The localized unit next to a quantity: `bags`, `حبة`. */
    behind: (qty: number | null, unit: string) =>
      unit === portion ? t.portion : unitLabel(qty, symbolOf(unit)),
    isWhole: (unit: string) => byId.get(unit)?.wholeOnly ?? false,
    /** `2.5 kg`. */
    amount: (qty: number | null, unit: string) => {
      const shown = qty === null ? null : asShown(qty, byId.get(unit)?.decimals ?? 6);
      return `${formatQuantity(shown)} ${unit === portion ? t.portion : unitLabel(shown, symbolOf(unit))}`;
    },
  };
}

/**
 * Rounds to the decimals of the unit unless that would change the quantity too much: half a gram of saffron
 * is not one.
 */
function asShown(qty: number, decimals: number): number {
  const short = Number(qty.toFixed(decimals));
  return Math.abs(short - qty) <= Math.abs(qty) / 1000 ? short : qty;
}

/** Returns a function that formats allergens: contained, possible and unknown ones. */
export function useAllergenWords(): (set: AllergenSet) => string {
  const t = useMessages(recipesMessages);
  const names: Readonly<Record<string, string>> = useMessages(resourceListMessages).allergens;
  return (set) => {
    const namesIn = (state: string) =>
      Object.entries(set).flatMap(([name, value]) => (value === state ? [names[name] ?? name] : []));
    const may = namesIn('may_contain');
    const parts = [
      ...namesIn('contains'),
      ...(may.length > 0 ? [t.mayContain(formatList(may))] : []),
      ...(namesIn('unknown').length > 0 ? [t.allergensUnknown] : []),
    ];
    return parts.length > 0 ? parts.join(' · ') : t.allergensFree;
  };
}

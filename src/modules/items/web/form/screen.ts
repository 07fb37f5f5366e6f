import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatPrice } from '#platform/web/format/money.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { getBaseCurrency } from '#platform/web/session/use-money.ts';
import { joinTexts, formatTextList } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const itemsScreen = defineScreen('items', {
  page: { to: '/sub-category-items', filterParams: { category: 'category', subCategory: 'subCategory' } },
  formatters: {
    barcodes: formatTextList,
    transferPrice: (value, t) => {
      const { mode, percent, price } = readRecord(value);
      if (mode === 'cost') return t.transferPrice.cost;
      if (mode === 'cost_plus') return t.transferPrice.costPlus(formatQuantity(readNumberValue(percent)));
      return mode === 'fixed'
        ? t.transferPrice.fixed(formatPrice(readNumberValue(price), getBaseCurrency()))
        : readText(mode);
    },
    allergens: (value, t) => {
      const declared = Object.entries(readRecord(value)).filter(([, state]) => state !== 'free');
      const names: Readonly<Record<string, string>> = t.allergens;
      const states: Readonly<Record<string, string>> = t.allergenStates;
      return joinTexts(
        declared.map(([name, state]) => `${states[String(state)] ?? ''} ${names[name] ?? name}`.trim()),
      );
    },
    nutrition: (value, t) => {
      const { per, ...amounts } = readRecord(value);
      const bases: Readonly<Record<string, string>> = t.nutritionBases;
      const names: Readonly<Record<string, string>> = t.nutrients;
      const knownAmounts = Object.entries(amounts).filter(([, amount]) => typeof amount === 'number');
      if (knownAmounts.length === 0) return null;
      const figures = knownAmounts.map(
        ([name, amount]) => `${names[name] ?? name} ${formatQuantity(readNumberValue(amount))}`,
      );
      return `${bases[String(per)] ?? ''}: ${joinTexts(figures) ?? ''}`;
    },
  },
  BelowFacts: lazyView(
    async () => (await import('../item-packs-and-conversions.tsx')).ItemPacksAndConversions,
  ),
});

import { readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatPrice } from '#src/lib/format/money.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { baseCurrency } from '#src/lib/session/use-money.ts';
import { joinTexts, listText } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const itemsScreen = defineScreen('items', {
  page: { to: '/sub-category-items', by: { category: 'category', subCategory: 'subCategory' } },
  texts: {
    barcodes: listText,
    transferPrice: (value, t) => {
      const { mode, percent, price } = readRecord(value);
      if (mode === 'cost') return t.transferPrice.cost;
      if (mode === 'cost_plus') return t.transferPrice.costPlus(formatQuantity(readNumberValue(percent)));
      return mode === 'fixed'
        ? t.transferPrice.fixed(formatPrice(readNumberValue(price), baseCurrency()))
        : readText(mode);
    },
    allergens: (value, t) => {
      const said = Object.entries(readRecord(value)).filter(([, state]) => state !== 'free');
      const words: Readonly<Record<string, string>> = t.allergens;
      const states: Readonly<Record<string, string>> = t.allergenStates;
      return joinTexts(
        said.map(([name, state]) => `${states[String(state)] ?? ''} ${words[name] ?? name}`.trim()),
      );
    },
  },
  BelowFacts: lazyView(async () => (await import('#src/entities/item/item-sizes.tsx')).ItemSizes),
});

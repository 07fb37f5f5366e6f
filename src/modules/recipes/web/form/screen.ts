import { lazyView } from '#platform/web/lazy-module.ts';
import { joinTexts, readValueRows } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const recipesScreen = defineScreen('recipes', {
  page: { to: '/menu' },
  formatters: {
    components: (value, t) => t.ingredients(readValueRows(value).length),
    steps: (value, t) => joinTexts(Array.isArray(value) && value.length > 0 ? [t.steps(value.length)] : []),
  },
  AboveFacts: lazyView(async () => (await import('./recipe-sheet.tsx')).RecipeSheet),
  tabs: [
    { id: 'costs', View: lazyView(async () => (await import('./cost-tab.tsx')).CostTab) },
    { id: 'nutrition', View: lazyView(async () => (await import('./nutrition-tab.tsx')).NutritionTab) },
    { id: 'versions', View: lazyView(async () => (await import('./versions-tab.tsx')).VersionsTab) },
  ],
});

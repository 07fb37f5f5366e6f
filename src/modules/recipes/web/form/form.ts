import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const recipesForm = defineForm('recipes', {
  editors: {
    components: lazyView(async () => (await import('./ingredients-editor.tsx')).IngredientsEditor),
    steps: lazyView(async () => (await import('./steps-editor.tsx')).StepsEditor),
    image: lazyView(async () => (await import('#modules/master-data/web/form/picture.tsx')).PictureEditor),
  },
  sections: [
    { title: 'ingredients', fields: ['yieldQty', 'yieldUnit', 'portions', 'components', 'validFrom'] },
    {
      title: 'sellingPrice',
      fields: ['menuCategory', 'price', 'tax', 'priceIncludesVAT', 'targetFoodCostPercent'],
    },
    { title: 'more', fields: ['steps', 'brand', 'outputItem', 'image'], isCollapsible: true },
  ],
});

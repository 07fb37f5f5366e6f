import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';

export const recipesForm = defineForm('recipes', {
  editors: {
    components: lazyView(async () => (await import('./ingredients-editor.tsx')).IngredientsEditor),
    steps: lazyView(async () => (await import('./steps-editor.tsx')).StepsEditor),
    image: lazyView(async () => (await import('../../form/picture.tsx')).PictureEditor),
  },
  parts: [
    { title: 'makes', fields: ['yieldQty', 'yieldUnit', 'portions', 'components', 'validFrom'] },
    { title: 'sold', fields: ['menuCategory', 'price', 'tax', 'priceIncludesVAT', 'targetFoodCostPercent'] },
    { title: 'more', fields: ['steps', 'brand', 'outputItem', 'image'], folds: true },
  ],
});

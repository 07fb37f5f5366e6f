import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const itemsForm = defineForm('items', {
  editors: {
    image: lazyView(async () => (await import('#modules/master-data/web/form/picture.tsx')).PictureEditor),
    allergens: lazyView(async () => (await import('./allergen-grid.tsx')).AllergenGrid),
    nutrition: lazyView(async () => (await import('./nutrition-fields.tsx')).NutritionFields),
    barcodes: lazyView(async () => (await import('./barcodes.tsx')).Barcodes),
    transferPrice: lazyView(async () => (await import('./transfer-price.tsx')).TransferPrice),
  },
  sections: [
    { title: 'basics', fields: ['kind', 'category', 'subCategory', 'section', 'branches'] },
    {
      title: 'unitsAndPacks',
      fields: ['baseUnit', 'orderUnit', 'countUnit', 'recipeUnit', 'barcodes', 'catchWeight', 'pieceWeight'],
    },
    {
      title: 'costs',
      fields: ['unitPrice', 'tax', 'priceIncludesVAT', 'purchaseCategory', 'standardCost', 'transferPrice'],
    },
    {
      title: 'stockRules',
      fields: ['isOrderable', 'isCountable', 'trackLots', 'trackExpiry', 'shelfLifeDays', 'storageTemp'],
      isCollapsible: true,
    },
    {
      title: 'receipt',
      fields: [
        'overReceiptPercent',
        'overReceiptQty',
        'shortReceiptPercent',
        'shortReceiptQty',
        'priceTolerancePercent',
        'receivingMinTemp',
        'receivingMaxTemp',
        'receivingPhoto',
        'receivingMinLifeDays',
        'rejectsShortShelfLife',
      ],
      isCollapsible: true,
    },
    {
      title: 'nutrition',
      fields: ['nutrition', 'ingredientText', 'ingredientTextAlt'],
      isCollapsible: true,
    },
    {
      title: 'more',
      fields: ['brands', 'substitutes', 'substituting', 'yieldPercent', 'allergens', 'image'],
      isCollapsible: true,
    },
  ],
});

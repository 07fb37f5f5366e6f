import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Texts of labels, which are printed in both languages, and of the nutrition values on screen. */
export const labelMessages = defineMessages('modules/recipes/web/messages', {
  comma: ', ',
  ingredients: 'Ingredients: ',
  contains: 'Contains ',
  mayContain: 'May contain ',
  incomplete: 'Allergen data incomplete. ',
  nutritionPer: 'Nutrition per',
  onePortion: '* One portion',
  nutrients: {
    energyKj: 'Energy',
    energyKcal: 'Energy',
    fat: 'Fat',
    saturates: 'of which saturates',
    carbohydrate: 'Carbohydrate',
    sugars: 'of which sugars',
    fibre: 'Fibre',
    protein: 'Protein',
    salt: 'Salt',
  },
  values: 'Nutrition values',
  nutrient: 'Nutrient',
  per100: { '100g': 'Per 100 g', '100ml': 'Per 100 ml' },
  perPortion: (amount: string) => `Per portion (${amount})`,
  list: 'Ingredient list',
  listText: 'In descending order of weight, as on batch labels.',
  loading: 'Calculating the nutrition values',
  failed: 'Couldn’t calculate the nutrition values',
  noVersion: 'No version is valid today.',
  noIngredients: 'Add ingredients to calculate the nutrition values.',
  gapsTitle: 'To calculate the nutrition values, fix the following:',
  gaps: {
    nutrition: (name: string) => `${name} has no nutrition values.`,
    weight: (name: string) => `${name} has no conversion to a weight.`,
    volume: (name: string) => `The values of ${name} are per 100 ml, but it has no conversion to a volume.`,
    yield: () =>
      'The yield has no weight or volume. Change its unit, or enter a conversion for the output item.',
    version: (name: string) => `${name} has no version valid today.`,
  },
  enterNutrition: 'Enter values',
});

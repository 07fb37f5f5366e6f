import { expect, it } from 'vitest';
import { listIngredients, type ListedIngredient } from './ingredient-list.ts';

const english = {
  comma: ', ',
  allergens: { gluten: 'gluten', milk: 'milk', eggs: 'eggs', sesame: 'sesame' },
};
const arabic = { comma: '، ', allergens: { gluten: 'الغلوتين', milk: 'الحليب', eggs: 'البيض' } };
const build = (name: string, fields: Partial<ListedIngredient> = {}): ListedIngredient => ({
  name,
  text: null,
  contains: [],
  parts: [],
  ...fields,
});

const cases: [string, ListedIngredient[], typeof english | typeof arabic, string][] = [
  ['nothing', [], english, ''],
  ['plain ingredients', [build('Water'), build('Sugar')], english, 'Water, Sugar'],
  ['a name with its allergen', [build('Skimmed milk', { contains: ['milk'] })], english, 'Skimmed **MILK**'],
  [
    'a name in the plural',
    [build('Free range eggs', { contains: ['eggs'] })],
    english,
    'Free range **EGGS**',
  ],
  [
    'a cereal instead of gluten',
    [build('Wheat flour', { contains: ['gluten'] })],
    english,
    '**WHEAT** flour',
  ],
  ['a name without its allergen', [build('Butter', { contains: ['milk'] })], english, 'Butter (**MILK**)'],
  ['a longer word', [build('Buttermilk', { contains: ['milk'] })], english, 'Buttermilk (**MILK**)'],
  [
    'only contained allergens',
    [build('Coconut milk'), build('Oat', { contains: [] })],
    english,
    'Coconut milk, Oat',
  ],
  [
    'the text of its supplier',
    [build('Tahini', { text: 'sesame seeds, salt', contains: ['sesame', 'gluten'] })],
    english,
    'Tahini (**SESAME** seeds, salt) (**GLUTEN**)',
  ],
  [
    'a sub-recipe',
    [
      build('Sauce', {
        parts: [build('Cream', { contains: ['milk'] }), build('Egg yolk', { contains: ['eggs'] })],
      }),
      build('Salt'),
    ],
    english,
    'Sauce (Cream (**MILK**), **EGG** yolk), Salt',
  ],
  [
    'Arabic names with an article or a preposition',
    [
      build('دقيق القمح', { contains: ['gluten'] }),
      build('خبز بالبيض', { contains: ['eggs'] }),
      build('زبدة', { contains: ['milk'] }),
      build('صلصة بيضاء', { contains: ['eggs'] }),
    ],
    arabic,
    'دقيق **القمح**، خبز **بالبيض**، زبدة (**الحليب**)، صلصة بيضاء (**البيض**)',
  ],
];

it.each(cases)('the ingredient list emphasises the allergens of %s', (_, ingredients, language, expected) => {
  const runs = listIngredients(ingredients, language);
  expect(runs.map(({ text, isStrong }) => (isStrong ? `**${text}**` : text)).join('')).toBe(expected);
});

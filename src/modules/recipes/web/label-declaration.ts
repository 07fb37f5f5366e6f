import type { LabelDeclaration, LabelRun } from '#core/labels/label.ts';
import { type Nutrient, type NutrientAmounts, nutrients, roundForLabel } from '#modules/items/nutrition.ts';
import { arabic as listsInArabic } from '#modules/master-data/web/list-messages.ar.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import { listAllergens, type ListedIngredient, listIngredients } from '../ingredient-list.ts';
import type { LabelledIngredient, RecipeNutritionData } from '../shapes.ts';
import { arabic } from './messages.ar.ts';
import { labelMessages } from './messages.ts';

/** Label texts by language; every label has both, regardless of the display language. */
const languages = {
  en: { ...labelMessages.en, allergens: resourceListMessages.en.allergens },
  ar: { ...arabic, allergens: listsInArabic.allergens },
} as const;

/** States of all allergens of a food. */
export type AllergenStates = readonly { allergen: string; state: string }[];

/** Builds the ingredient list in both languages and, if all values are known, the nutrition table. */
export function buildDeclaration(data: RecipeNutritionData, allergens: AllergenStates): LabelDeclaration {
  return { paragraphs: buildIngredientLists(data, allergens), table: buildTable(data) };
}

/** Builds the ingredient list in the main language and, if any ingredient has a localized name, in that language too. */
export function buildIngredientLists(
  { ingredients }: Pick<RecipeNutritionData, 'ingredients'>,
  allergens: AllergenStates,
): LabelRun[][] {
  const all = ingredients.flatMap((ingredient) => [ingredient, ...ingredient.parts]);
  const hasAltNames = all.some(({ titleAlt }) => titleAlt !== null);
  const listedAllergens = new Set(all.flatMap(({ contains }) => contains));
  const findUnlisted = (state: string) =>
    allergens.flatMap((entry) =>
      entry.state === state && !listedAllergens.has(entry.allergen) ? [entry.allergen] : [],
    );
  return (hasAltNames ? [false, true] : [false]).map((isAlt) => {
    const getName = ({ title, titleAlt }: LabelledIngredient) =>
      isAlt && titleAlt !== null ? titleAlt : title;
    const toListed = (
      ingredient: LabelledIngredient,
      parts: readonly LabelledIngredient[],
    ): ListedIngredient => ({
      name: getName(ingredient),
      text: isAlt ? (ingredient.textAlt ?? ingredient.text) : ingredient.text,
      contains: ingredient.contains,
      parts: parts.map((part) => toListed(part, [])),
    });
    const isArabic = /\p{Script=Arabic}/u.test(all.map(getName).join(''));
    const t = languages[isArabic ? 'ar' : 'en'];
    const plain = (text: string): LabelRun => ({ text, isStrong: false });
    const sentence = (start: string, names: readonly string[]) =>
      names.length === 0 ? [] : [plain(start), ...listAllergens(names, t), plain('. ')];
    return [
      plain(t.ingredients),
      ...listIngredients(
        ingredients.map((ingredient) => toListed(ingredient, ingredient.parts)),
        t,
      ),
      plain('. '),
      // Allergens of alternatives, which the list doesn't include.
      ...sentence(t.contains, findUnlisted('contains')),
      ...sentence(t.mayContain, findUnlisted('may_contain')),
      ...(findUnlisted('unknown').length > 0 ? [plain(t.incomplete)] : []),
    ];
  });
}

const units: Partial<Record<Nutrient, string>> = { energyKj: 'kJ', energyKcal: 'kcal' };

/** Formats an amount as on a label: `<0.5 g`. */
export function formatAmount(nutrient: Nutrient, amount: number): string {
  const { value, isBelow } = roundForLabel(nutrient, amount);
  return `${isBelow ? '<' : ''}${value} ${units[nutrient] ?? 'g'}`;
}

/** Nutrients with a value; fibre may be unknown. */
export const listKnownNutrients = (values: NutrientAmounts): [Nutrient, number][] =>
  nutrients.flatMap((nutrient) => {
    const amount = values[nutrient];
    return amount === null ? [] : [[nutrient, amount] as [Nutrient, number]];
  });

/** Formats the size of a portion, rounded to whole grams or millilitres. */
export const formatPortion = ({ portion, per }: Pick<RecipeNutritionData, 'portion' | 'per'>): string =>
  `${Math.round(portion ?? 0)} ${per === '100ml' ? 'ml' : 'g'}`;

function buildTable(data: RecipeNutritionData): string[][] {
  const { per, per100, hasPortions } = data;
  const perPortion = hasPortions ? data.perPortion : null;
  if (!per100) return [];
  const buildRow = (name: string, values: readonly (string | null)[], nameAlt: string) => [
    name,
    ...values.flatMap((value) => value ?? []),
    nameAlt,
  ];
  const { en, ar } = languages;
  return [
    buildRow(
      en.nutritionPer,
      [per === '100ml' ? '100 ml' : '100 g', perPortion && `${formatPortion(data)}*`],
      ar.nutritionPer,
    ),
    ...listKnownNutrients(per100).map(([nutrient, amount]) =>
      buildRow(
        en.nutrients[nutrient],
        [formatAmount(nutrient, amount), perPortion && formatAmount(nutrient, perPortion[nutrient] ?? 0)],
        ar.nutrients[nutrient],
      ),
    ),
    ...(perPortion ? [buildRow(en.onePortion, ['', ''], ar.onePortion)] : []),
  ];
}

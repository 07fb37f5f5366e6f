import type { LabelRun } from '#core/labels/label.ts';
import { foldText } from '#core/text.ts';

/** An ingredient in one language. */
export interface ListedIngredient {
  name: string;
  /** Its own ingredients, as declared by its supplier. */
  text: string | null;
  /** Allergens that the ingredient contains. */
  contains: readonly string[];
  parts: readonly ListedIngredient[];
}

/** Separator and names of allergens in the language of a list. */
export interface ListLanguage {
  comma: string;
  allergens: Readonly<Record<string, string>>;
}

/**
 * Words by which annex II of Regulation (EU) 1169/2011 names the allergens, in the singular. A product whose
 * name has none of them, such as butter, is followed by the name of its allergen.
 */
const allergenWords: Readonly<Record<string, readonly string[]>> = {
  gluten: [
    'wheat',
    'spelt',
    'khorasan',
    'rye',
    'barley',
    'oat',
    'gluten',
    'قمح',
    'شعير',
    'جاودار',
    'شوفان',
    'غلوتين',
  ],
  crustaceans: ['crustacean', 'قشريات'],
  eggs: ['egg', 'بيض', 'بيضة'],
  fish: ['fish', 'سمك', 'أسماك'],
  peanuts: ['peanut'],
  soybeans: ['soybean', 'soya', 'صويا'],
  milk: ['milk', 'حليب'],
  nuts: [
    'almond',
    'hazelnut',
    'walnut',
    'cashew',
    'pecan',
    'pistachio',
    'macadamia',
    'لوز',
    'بندق',
    'جوز',
    'كاجو',
    'فستق',
  ],
  celery: ['celery', 'كرفس'],
  mustard: ['mustard', 'خردل'],
  sesame: ['sesame', 'سمسم'],
  sulphites: ['sulphite', 'كبريتيت'],
  lupin: ['lupin', 'ترمس'],
  molluscs: ['mollusc', 'رخويات'],
};

/** Folded words with their allergen; English ones also in the plural. */
const allergenByWord: ReadonlyMap<string, string> = new Map(
  Object.entries(allergenWords).flatMap(([allergen, words]) =>
    words.map(foldText).flatMap((word) => [word, `${word}s`].map((form) => [form, allergen] as const)),
  ),
);

/** Returns the allergen that a word names; the Arabic article and attached prepositions are ignored. */
const findAllergen = (word: string): string | undefined => {
  const folded = foldText(word);
  return allergenByWord.get(folded) ?? allergenByWord.get(folded.replace(/^[وبك]?(?:ال|لل)/, ''));
};

/**
 * Builds the ingredient list of a label from ingredients in descending order of weight. Compound ingredients
 * are followed by their own ingredients in brackets, from the sub-recipe or the supplier's text. Allergens
 * are emphasised (Regulation (EU) 1169/2011, article 21): the words that name them, or their name after the
 * ingredient.
 */
export const listIngredients = (
  ingredients: readonly ListedIngredient[],
  language: ListLanguage,
): LabelRun[] =>
  mergeRuns(
    ingredients.flatMap((ingredient, index) => [
      ...(index > 0 ? [plain(language.comma)] : []),
      ...nameIngredient(ingredient, language),
    ]),
  );

function nameIngredient(
  { name, text, contains, parts }: ListedIngredient,
  language: ListLanguage,
): LabelRun[] {
  const runs = [
    ...emphasise(name, contains),
    ...(text === null ? [] : [plain(' ('), ...emphasise(text, contains), plain(')')]),
    ...(parts.length === 0 ? [] : [plain(' ('), ...listIngredients(parts, language), plain(')')]),
  ];
  const namedAllergens = new Set(
    runs.flatMap(({ text: word, isStrong }) => (isStrong ? findAllergen(word) : [])),
  );
  const unnamedAllergens = contains.filter((allergen) => !namedAllergens.has(allergen));
  if (unnamedAllergens.length === 0) return runs;
  return [...runs, plain(' ('), ...listAllergens(unnamedAllergens, language), plain(')')];
}

/** Lists allergens, emphasised. */
export const listAllergens = (names: readonly string[], { allergens, comma }: ListLanguage): LabelRun[] =>
  names.flatMap((name, index) => [
    ...(index > 0 ? [plain(comma)] : []),
    { text: (allergens[name] ?? name).toUpperCase(), isStrong: true },
  ]);

/** Emphasises the words of a text that name one of its allergens. */
const emphasise = (text: string, contains: readonly string[]): LabelRun[] =>
  text.split(/([\p{L}\p{M}]+)/u).map((word): LabelRun => {
    const allergen = findAllergen(word);
    return allergen !== undefined && contains.includes(allergen)
      ? { text: word.toUpperCase(), isStrong: true }
      : plain(word);
  });

const plain = (text: string): LabelRun => ({ text, isStrong: false });

function mergeRuns(runs: readonly LabelRun[]): LabelRun[] {
  const merged: LabelRun[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last && last.isStrong === run.isStrong)
      merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else if (run.text !== '') merged.push(run);
  }
  return merged;
}

/** Dishes for sale, and preparations used in recipes. */
export const recipeKinds = ['dish', 'sub-recipe'] as const;

/** Unit for sub-recipes measured in portions. */
export const portion = 'portion';

/**
 * A quantity of an item or a sub-recipe (exactly one), as served: trimming and cooking losses are added.
 * Without `trimPercent` the item's own yield applies.
 */
export interface Component {
  itemId: string | null;
  recipeId: string | null;
  qty: number;
  /** A unit, or `portion` for a recipe. */
  unit: string;
  trimPercent: number | null;
  cookingPercent: number | null;
  /** Items that may replace the component. They don't affect the cost, but their allergens are included. */
  alternatives: readonly string[];
}

/** Ingredients and output of one batch. */
export interface RecipeContent {
  yieldQty: number;
  yieldUnit: string;
  /** Portions per batch; null for a single one. */
  portions: number | null;
  components: readonly Component[];
}

/** Returns the portions per batch; 1 if the batch isn't divided. */
export const getPortions = ({ portions }: Pick<RecipeContent, 'portions'>): number =>
  portions !== null && portions > 0 ? portions : 1;

/** A recipe version with its effective date (YYYY-MM-DD). */
export interface DatedVersion {
  /** 1, 2, 3 in order of entry. */
  no: number;
  validFrom: string;
}

/**
 * Returns the version valid on a day; null before the first one. As with list prices, a version replaces all
 * versions entered before it, including upcoming ones, from its effective date on.
 */
export function findVersionOn<V extends DatedVersion>(versions: readonly V[], day: string): V | null {
  let valid: V | null = null;
  for (const version of versions)
    if (version.validFrom <= day && (valid === null || version.no > valid.no)) valid = version;
  return valid;
}

/** Returns the distinct recipes among the components. */
export const listSubRecipes = (components: readonly Pick<Component, 'recipeId'>[]): string[] => [
  ...new Set(components.flatMap(({ recipeId }) => (recipeId === null ? [] : [recipeId]))),
];

/**
 * Returns a cycle from a recipe back to itself, with the recipe at both ends; null if there is none.
 * `getSubRecipes` is called once per recipe.
 */
export function findCycle(
  start: string,
  getSubRecipes: (recipe: string) => readonly string[],
): string[] | null {
  const visited = new Set<string>();
  const path: string[] = [];
  const visit = (recipe: string): boolean => {
    path.push(recipe);
    for (const next of getSubRecipes(recipe)) {
      if (next === start) {
        path.push(start);
        return true;
      }
      if (visited.has(next)) continue;
      visited.add(next);
      if (visit(next)) return true;
    }
    path.pop();
    return false;
  };
  return visit(start) ? path : null;
}

/** What a recipe measures a sub-recipe in, besides units: so many portions of it. */
export const portion = 'portion';

/**
 * So much of an item or of another recipe (one of the two) in a recipe, as it goes onto the plate: what is lost by trimming
 * and by cooking is taken on top. Without `trimPercent` an item is trimmed as its own yield says.
 */
export interface Component {
  itemId: string | null;
  recipeId: string | null;
  qty: number;
  /** A unit, or `portion` of a recipe. */
  unit: string;
  trimPercent: number | null;
  cookingPercent: number | null;
  /** Items that may stand in for it. They cost nothing here, and their allergens count. */
  alternatives: readonly string[];
}

/** What one batch of a recipe takes and gives. */
export interface RecipeContent {
  yieldQty: number;
  yieldUnit: string;
  /** Into how many portions a batch is divided; null: it is one. */
  portions: number | null;
  components: readonly Component[];
}

/** How many portions a batch is: what is not divided is served whole. */
export const portionsOf = ({ portions }: Pick<RecipeContent, 'portions'>): number =>
  portions !== null && portions > 0 ? portions : 1;

/** A recipe as it is made from a day (YYYY-MM-DD) on. */
export interface DatedVersion {
  /** 1, 2, 3 in the order in which they were entered. */
  no: number;
  validFrom: string;
}

/**
 * The version by which a recipe is made on a day; null before its first one. One that is entered later takes the place of
 * all before it from its day on, those that are announced included, as list prices do.
 */
export function versionOn<V extends DatedVersion>(versions: readonly V[], day: string): V | null {
  let holds: V | null = null;
  for (const version of versions)
    if (version.validFrom <= day && (holds === null || version.no > holds.no)) holds = version;
  return holds;
}

/** The recipes among the components, each once. */
export const subRecipes = (components: readonly Pick<Component, 'recipeId'>[]): string[] => [
  ...new Set(components.flatMap(({ recipeId }) => (recipeId === null ? [] : [recipeId]))),
];

/**
 * The way from a recipe back to itself, itself at both ends; null where there is none. `usedBy` says which recipes one
 * takes; each is asked once.
 */
export function findCycle(start: string, usedBy: (recipe: string) => readonly string[]): string[] | null {
  const seen = new Set<string>();
  const path: string[] = [];
  const walk = (recipe: string): boolean => {
    path.push(recipe);
    for (const next of usedBy(recipe)) {
      if (next === start) {
        path.push(start);
        return true;
      }
      if (seen.has(next)) continue;
      seen.add(next);
      if (walk(next)) return true;
    }
    path.pop();
    return false;
  };
  return walk(start) ? path : null;
}

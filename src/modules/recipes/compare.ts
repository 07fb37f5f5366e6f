import { type Component, portion, type RecipeContent } from './recipe.ts';

/** A component in two versions; null in a version without it. */
export interface ComparedLine {
  before: Component | null;
  after: Component | null;
  isSame: boolean;
}

/**
 * Compares two versions line by line. Repeated components are paired in order; new lines keep their position
 * in the later version, and removed ones come at the end.
 */
export function compareVersions(
  before: Pick<RecipeContent, 'components'>,
  after: Pick<RecipeContent, 'components'>,
): ComparedLine[] {
  const unmatched = [...before.components];
  const lines = after.components.map((component): ComparedLine => {
    const index = unmatched.findIndex((other) => getComponentKey(other) === getComponentKey(component));
    const [match = null] = index < 0 ? [] : unmatched.splice(index, 1);
    return { before: match, after: component, isSame: match !== null && isSame(match, component) };
  });
  return [...lines, ...unmatched.map((removed) => ({ before: removed, after: null, isSame: false }))];
}

const getComponentKey = ({ itemId, recipeId }: Component) => itemId ?? `${portion} ${recipeId ?? ''}`;

const isSame = (a: Component, b: Component) =>
  a.qty === b.qty &&
  a.unit === b.unit &&
  a.trimPercent === b.trimPercent &&
  a.cookingPercent === b.cookingPercent &&
  a.alternatives.toSorted().join() === b.alternatives.toSorted().join();

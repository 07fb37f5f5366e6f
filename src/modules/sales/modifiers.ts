import { addExact, type Exact, exactOne, exactZero, isGreater, multiplyExact } from '#core/exact.ts';

/** Effects of a modifier on one unit of the item it is sold with. Quantities are in base units. */
export interface ModifierEffects {
  /** Modifiers per unit sold; below 1 if only this share of the units was sold with the modifier. */
  qty: Exact;
  adds: ReadonlyMap<string, Exact>;
  /** Factor for the recipe, such as 0.75 for a small size. */
  scale: Exact;
  /** Ingredients that are replaced with `factor` times their quantity of a different item, or left out (null). */
  changes: readonly { itemId: string; replacementItemId: string | null; factor: Exact }[];
}

const min = (a: Exact, b: Exact): Exact => (isGreater(a, b) ? b : a);
const subtract = (a: Exact, b: Exact): Exact => addExact(a, { num: -b.num, den: b.den });

/**
 * Applies modifiers to the ingredients of one unit: sizes scale the recipe, additions are added to it, then
 * ingredients are replaced or left out, each at most once. `unused` contains the modifiers that only change
 * ingredients that the item doesn't have.
 */
export function applyModifiers<M extends ModifierEffects>(
  recipe: ReadonlyMap<string, Exact>,
  modifiers: readonly M[],
): { items: Map<string, Exact>; unused: M[] } {
  const scale = modifiers.reduce(
    (product, modifier) =>
      multiplyExact(
        product,
        addExact(exactOne, multiplyExact(subtract(modifier.scale, exactOne), min(modifier.qty, exactOne))),
      ),
    exactOne,
  );
  const items = new Map([...recipe].map(([item, qty]) => [item, multiplyExact(qty, scale)]));
  const add = (item: string, qty: Exact) => items.set(item, addExact(items.get(item) ?? exactZero, qty));
  for (const { adds, qty } of modifiers)
    for (const [item, perModifier] of adds) add(item, multiplyExact(perModifier, qty));
  const initial = new Map(items);
  const remaining = new Map(items);
  const unused = modifiers.filter(({ changes, qty }) => {
    let isUnused = changes.length > 0;
    for (const { itemId, replacementItemId, factor } of changes) {
      const share = multiplyExact(initial.get(itemId) ?? exactZero, min(qty, exactOne));
      const taken = min(share, remaining.get(itemId) ?? exactZero);
      if (taken.num <= 0n) continue;
      isUnused = false;
      remaining.set(itemId, subtract(remaining.get(itemId) ?? exactZero, taken));
      add(itemId, { num: -taken.num, den: taken.den });
      if (replacementItemId !== null) add(replacementItemId, multiplyExact(taken, factor));
    }
    return isUnused;
  });
  return { items, unused };
}

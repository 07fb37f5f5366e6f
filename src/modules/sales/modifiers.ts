import { addExact, type Exact, exactOne, exactZero, isGreater, multiplyExact } from '#core/exact.ts';

/** Effects of a modifier on one unit of the item it is sold with. Quantities are in base units. */
export interface ModifierEffects {
  /** Modifiers per unit sold. A part of 1 means that only this share of the units was sold with it. */
  qty: Exact;
  adds: ReadonlyMap<string, Exact>;
  /** Factor for the recipe, such as 0.75 for a small size. */
  scale: Exact;
  /** Ingredients that are replaced by `factor` times their quantity of another item, or left out (null). */
  changes: readonly { itemId: string; byItemId: string | null; factor: Exact }[];
}

const smaller = (a: Exact, b: Exact): Exact => (isGreater(a, b) ? b : a);
const subtract = (a: Exact, b: Exact): Exact => addExact(a, { num: -b.num, den: b.den });

/**
 * Applies modifiers to the ingredients of one unit: sizes scale the recipe, additions are added to it, then
 * ingredients are replaced or left out, each at most once. `unused` has the modifiers that change
 * ingredients of which there are none.
 */
export function applyModifiers<M extends ModifierEffects>(
  recipe: ReadonlyMap<string, Exact>,
  modifiers: readonly M[],
): { items: Map<string, Exact>; unused: M[] } {
  const scale = modifiers.reduce(
    (product, modifier) =>
      multiplyExact(
        product,
        addExact(
          exactOne,
          multiplyExact(subtract(modifier.scale, exactOne), smaller(modifier.qty, exactOne)),
        ),
      ),
    exactOne,
  );
  const items = new Map([...recipe].map(([item, qty]) => [item, multiplyExact(qty, scale)]));
  const add = (item: string, qty: Exact) => items.set(item, addExact(items.get(item) ?? exactZero, qty));
  for (const { adds, qty } of modifiers) for (const [item, each] of adds) add(item, multiplyExact(each, qty));
  const before = new Map(items);
  const left = new Map(items);
  const unused = modifiers.filter(({ changes, qty }) => {
    let isUnused = changes.length > 0;
    for (const { itemId, byItemId, factor } of changes) {
      const share = multiplyExact(before.get(itemId) ?? exactZero, smaller(qty, exactOne));
      const taken = smaller(share, left.get(itemId) ?? exactZero);
      if (taken.num <= 0n) continue;
      isUnused = false;
      left.set(itemId, subtract(left.get(itemId) ?? exactZero, taken));
      add(itemId, { num: -taken.num, den: taken.den });
      if (byItemId !== null) add(byItemId, multiplyExact(taken, factor));
    }
    return isUnused;
  });
  return { items, unused };
}

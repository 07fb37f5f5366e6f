import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Exact, exactZero, toExact, toNearestMicro } from '#core/exact.ts';
import { applyModifiers, type ModifierEffects } from './modifiers.ts';

const buildAmounts = (items: Record<string, number>) =>
  new Map<string, Exact>(Object.entries(items).map(([item, qty]) => [item, toExact(qty)]));
const toNumbers = (items: ReadonlyMap<string, Exact>) =>
  Object.fromEntries([...items].map(([item, qty]) => [item, toNearestMicro(qty)]));

interface TestModifier {
  name: string;
  qty?: number;
  adds?: Record<string, number>;
  scale?: number;
  changes?: [item: string, replacement: string | null, factor?: number][];
}
const build = ({ name, qty = 1, adds = {}, scale = 1, changes = [] }: TestModifier) => ({
  name,
  qty: toExact(qty),
  adds: buildAmounts(adds),
  scale: toExact(scale),
  changes: changes.map(([itemId, replacementItemId, factor = 1]) => ({
    itemId,
    replacementItemId,
    factor: toExact(factor),
  })),
});

/** Grams of coffee, millilitres of milk. */
const latte = { coffee: 18, milk: 200 };
const oatMilk: TestModifier = { name: 'Oat milk', changes: [['milk', 'oat', 1.1]] };
const soyMilk: TestModifier = { name: 'Soy milk', changes: [['milk', 'soy']] };
const extraShot: TestModifier = { name: 'Extra shot', adds: { coffee: 9 } };
const twelveOunces: TestModifier = { name: '12 oz', scale: 0.75 };
const decaf: TestModifier = { name: 'Decaf', changes: [['coffee', 'decaf']] };
const lightIce: TestModifier = { name: 'Light ice', changes: [['ice', 'ice', 0.5]] };
const noIce: TestModifier = { name: 'No ice', changes: [['ice', null]] };

describe('ingredients of one latte', () => {
  it.each<[string, Record<string, number>, TestModifier[], Record<string, number>]>([
    ['without modifiers', latte, [], { coffee: 18, milk: 200 }],
    [
      'with a replaced ingredient, by quantity and factor',
      latte,
      [oatMilk],
      { coffee: 18, milk: 0, oat: 220 },
    ],
    ['with an addition', latte, [extraShot], { coffee: 27, milk: 200 }],
    ['with an addition twice', latte, [{ ...extraShot, qty: 2 }], { coffee: 36, milk: 200 }],
    ['in another size', latte, [twelveOunces], { coffee: 13.5, milk: 150 }],
    [
      'in another size, without scaling additions',
      latte,
      [extraShot, twelveOunces],
      { coffee: 22.5, milk: 150 },
    ],
    [
      'with everything, in any order',
      latte,
      [extraShot, oatMilk, twelveOunces],
      { coffee: 22.5, milk: 0, oat: 165 },
    ],
    ['with additions that are replaced too', latte, [decaf, extraShot], { coffee: 0, decaf: 27, milk: 200 }],
    ['with a modifier that changes nothing', latte, [{ name: 'Extra hot' }], { coffee: 18, milk: 200 }],
    ['without an ingredient', { ...latte, ice: 80 }, [noIce], { coffee: 18, milk: 200, ice: 0 }],
    ['with less of an ingredient', { ...latte, ice: 80 }, [lightIce], { coffee: 18, milk: 200, ice: 40 }],
    [
      'on average, if only some were sold with each modifier',
      latte,
      [
        { ...oatMilk, qty: 0.3 },
        { ...soyMilk, qty: 0.2 },
        { ...extraShot, qty: 0.5 },
        { ...twelveOunces, qty: 0.4 },
      ],
      { coffee: 20.7, milk: 90, oat: 59.4, soy: 36 },
    ],
  ])('%s', (_, recipe, modifiers, expected) => {
    const { items, unused } = applyModifiers(buildAmounts(recipe), modifiers.map(build));
    expect(toNumbers(items)).toEqual(expected);
    expect(unused).toEqual([]);
  });

  it.each<[string, Record<string, number>, TestModifier[], string[], Record<string, number>]>([
    ['is not in the recipe', { coffee: 18 }, [oatMilk], ['Oat milk'], { coffee: 18 }],
    ['was already replaced', latte, [oatMilk, soyMilk], ['Soy milk'], { coffee: 18, milk: 0, oat: 220 }],
    [
      'is one of several alternatives',
      latte,
      [
        {
          name: 'Oat',
          changes: [
            ['skimmed', 'oat'],
            ['milk', 'oat'],
          ],
        },
      ],
      [],
      { coffee: 18, milk: 0, oat: 200 },
    ],
  ])('handle a replaced ingredient that %s', (_, recipe, modifiers, unusedNames, expected) => {
    const { items, unused } = applyModifiers(buildAmounts(recipe), modifiers.map(build));
    expect(unused.map(({ name }) => name)).toEqual(unusedNames);
    expect(toNumbers(items)).toEqual(expected);
  });

  it('are never negative, for any modifiers', () => {
    const item = fc.constantFrom('coffee', 'milk', 'oat', 'ice');
    const quantity = fc.integer({ min: 0, max: 3_000_000 }).map((micro) => micro / 1e6);
    const modifier = fc.record({
      qty: quantity,
      scale: quantity,
      adds: fc.dictionary(item, quantity),
      changes: fc.array(fc.tuple(item, fc.option(item), quantity), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.dictionary(item, quantity),
        fc.array(modifier, { maxLength: 4 }),
        (recipe, modifiers) => {
          const effects: ModifierEffects[] = modifiers.map((entry) => build({ name: '', ...entry }));
          for (const qty of applyModifiers(buildAmounts(recipe), effects).items.values())
            expect(qty.num >= exactZero.num).toBe(true);
        },
      ),
    );
  });
});

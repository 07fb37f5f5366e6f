import type { TillItemInput } from '../input.ts';
import { addExact, type Exact, exactZero, multiplyExact, toExact } from '#core/exact.ts';
import { applyModifiers, type ModifierEffects } from '../modifiers.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { exactFromMicro, isGap, type PortionConsumption } from './portion-consumption.ts';

export type IngredientChange = TillItemInput['changes'][number];

/** Modifiers of a sales row: code and quantity per unit sold, in millionths, in the order of codes. */
export type ModifierKey = readonly (readonly [code: string, perUnitMicro: number])[];

export const parseModifierKey = (text: string | null): ModifierKey =>
  text === null ? [] : (JSON.parse(text) as ModifierKey);

/** A mapped modifier of a sales row. */
export interface SoldModifier extends Omit<ModifierEffects, 'adds'> {
  code: string;
  /** Name in the till, or the code. */
  name: string;
  /** The added recipe or item, with its portions or base units per modifier. */
  recipeId: string | null;
  itemId: string | null;
  qtyPerSale: Exact;
}

/** Returns the mapped modifiers of a till's sales row. */
export type ModifierReader = (sourceId: string, key: string | null) => SoldModifier[];

/** Identifies a modifier of a till. */
const buildKey = (sourceId: string, code: string): string => JSON.stringify([sourceId, code]);

/**
 * Loads the mapped modifiers of all tills.
 *
 * @param dayIds sales days from which the names of modifiers are read
 */
export async function loadModifiers(db: Queryable, dayIds: readonly string[] = []): Promise<ModifierReader> {
  const namedModifiers = await db
    .selectFrom('saleModifiers as m')
    .innerJoin('saleDays as d', 'd._id', 'm.dayId')
    .select(({ fn }) => ['d.sourceId', 'm.code', fn.max('m.name').as('name')])
    .where('m.dayId', 'in', [...dayIds, ''])
    .groupBy(['d.sourceId', 'm.code'])
    .execute();
  const names = new Map(namedModifiers.map(({ sourceId, code, name }) => [buildKey(sourceId, code), name]));
  const rows = await db
    .selectFrom('tillItems')
    .select(['sourceId', 'code', 'recipeId', 'itemId', 'qtyMicro', 'scaleMicro', 'changes'])
    .where('isModifier', '=', 1)
    .execute();
  const mapped = new Map(
    rows.map(({ sourceId, code, recipeId, itemId, qtyMicro, scaleMicro, changes }) => [
      buildKey(sourceId, code),
      {
        code,
        recipeId,
        itemId,
        qtyPerSale: exactFromMicro(Number(qtyMicro)),
        scale: exactFromMicro(Number(scaleMicro)),
        changes: (JSON.parse(changes) as IngredientChange[]).map(
          ({ itemId: from, replacementItemId, factor }) => ({
            itemId: from,
            replacementItemId,
            factor: toExact(factor),
          }),
        ),
      },
    ]),
  );
  return (sourceId, key) =>
    parseModifierKey(key).flatMap(([code, perUnitMicro]) => {
      const modifier = mapped.get(buildKey(sourceId, code));
      const name = names.get(buildKey(sourceId, code)) ?? code;
      return modifier ? { ...modifier, name, qty: exactFromMicro(perUnitMicro) } : [];
    });
}

/** A sold menu item with its mapping. */
interface MappedSale {
  recipeId: string | null;
  itemId: string | null;
  /** Portions of the recipe, or base units of the item, per unit sold. */
  qtyPerSale: Exact;
  modifiers: readonly SoldModifier[];
}

/** Ingredients of one unit sold, in base units. */
interface UnitConsumption {
  items: Map<string, Exact>;
  /** Recipes whose ingredients are unknown and therefore left out. */
  gaps: { recipeId: string; kind: 'version' | 'conversion' }[];
  /** Modifiers that replace or leave out ingredients that the menu item doesn't have. */
  unused: SoldModifier[];
}

/** Lists the ids of the recipes of menu items and of their modifiers. */
export const listRecipeIds = (sales: readonly Omit<MappedSale, 'qtyPerSale'>[]): string[] =>
  sales.flatMap(({ recipeId, modifiers }) => [
    ...(recipeId === null ? [] : [recipeId]),
    ...modifiers.flatMap((modifier) => modifier.recipeId ?? []),
  ]);

/** Computes the ingredients of one unit of a menu item with its modifiers; null if the menu item is unmapped. */
export function computeUnitConsumption(
  { modifiers, ...tillItem }: MappedSale,
  portions: ReadonlyMap<string, PortionConsumption>,
): UnitConsumption | null {
  if (tillItem.recipeId === null && tillItem.itemId === null) return null;
  const gaps: UnitConsumption['gaps'] = [];
  const getIngredients = ({ recipeId, itemId, qtyPerSale }: Omit<MappedSale, 'modifiers'>) => {
    const amounts = new Map<string, Exact>();
    if (itemId !== null) amounts.set(itemId, qtyPerSale);
    const portion = recipeId === null ? undefined : portions.get(recipeId);
    if (recipeId === null || !portion) return amounts;
    if (isGap(portion)) gaps.push({ recipeId, kind: portion.gap });
    else
      for (const [item, perPortion] of portion)
        amounts.set(item, addExact(amounts.get(item) ?? exactZero, multiplyExact(qtyPerSale, perPortion)));
    return amounts;
  };
  const ownIngredients = getIngredients(tillItem);
  const { items, unused } =
    modifiers.length === 0
      ? { items: ownIngredients, unused: [] }
      : applyModifiers(
          ownIngredients,
          modifiers.map((modifier) => ({ ...modifier, adds: getIngredients(modifier) })),
        );
  for (const [item, { num }] of items) if (num === 0n) items.delete(item);
  // A recipe with unknown ingredients may contain the replaced ingredient.
  return { items, gaps, unused: gaps.length > 0 ? [] : unused };
}

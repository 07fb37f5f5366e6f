import { divideHalfEven } from '#core/quantity.ts';
import { foldText } from '#core/text.ts';
import {
  type Exact,
  exact,
  parseExactDecimal,
  toNearestMicro,
  divideExact,
  multiplyExact,
} from '#core/exact.ts';
import { type Component, getPortions, type RecipeContent } from './recipe.ts';

/** A rectangular pan by its sides, or a round one by its diameter; all in one unit. */
export type Pan = readonly [diameter: number] | readonly [length: number, width: number];

/** Scaling target: portions, output quantity, available ingredient, or a different pan. */
export type RecipeScale =
  | { kind: 'pan'; from: Pan; to: Pan }
  | { kind: 'portions'; portions: number }
  | { kind: 'yield'; qty: number }
  | { kind: 'ingredient'; index: number; qty: number };

/** Computes the number of batches for a scaling target; null if the recipe lacks the data for it. */
export function computeBatches(scale: RecipeScale, content: RecipeContent): Exact | null {
  if (scale.kind === 'pan') return divideExact(computeArea(scale.to), computeArea(scale.from));
  const [required, available] =
    scale.kind === 'portions'
      ? [scale.portions, getPortions(content)]
      : scale.kind === 'yield'
        ? [scale.qty, content.yieldQty]
        : [scale.qty, content.components[scale.index]?.qty];
  return required > 0 && available
    ? divideExact(parseExactDecimal(required), parseExactDecimal(available))
    : null;
}

/** A quarter of pi to sixteen decimals. */
const quarterPi = exact(7_853_981_633_974_483n, 10_000_000_000_000_000n);

/** The filling height stays the same, so only the area of the bottom matters. */
function computeArea([length, width]: Pan): Exact {
  const side = parseExactDecimal(length);
  return width === undefined
    ? multiplyExact(quarterPi, multiplyExact(side, side))
    : multiplyExact(side, parseExactDecimal(width));
}

/**
 * Parses `24` (round) or `20 x 30`; null for anything else. Arabic digits and a decimal comma are accepted.
 */
export function parsePan(text: string): Pan | null {
  const sides = foldText(text)
    .split(/[x×*]/i)
    .map((part) => part.trim().replace(',', '.'));
  if (!sides.every((side) => /^\d{1,4}(\.\d{1,2})?$/.test(side) && Number(side) > 0)) return null;
  const [first = 0, second] = sides.map(Number);
  if (sides.length > 2) return null;
  return second === undefined ? [first] : [first, second];
}

export interface ScaledLine {
  component: Component;
  qty: number;
  /** The unrounded quantity, if the unit is counted in whole numbers; null if nothing was rounded. */
  unroundedQty: number | null;
}

/**
 * Returns the quantities for a number of batches; whole-number units are rounded to the nearest integer, at
 * least 1.
 */
export function scaleRecipe(
  content: Pick<RecipeContent, 'components'>,
  batches: Exact,
  isWhole: (unit: string) => boolean,
): ScaledLine[] {
  return content.components.map((component) => {
    const amount = multiplyExact(parseExactDecimal(component.qty), batches);
    if (!isWhole(component.unit)) return { component, qty: toNearestMicro(amount), unroundedQty: null };
    const rounded = divideHalfEven(amount.num, amount.den);
    const qty = Number(rounded < 1n && amount.num > 0n ? 1n : rounded);
    return { component, qty, unroundedQty: amount.den === 1n ? null : toNearestMicro(amount) };
  });
}

import { divideHalfEven } from '../quantity.ts';
import { foldText } from '../text.ts';
import { type Exact, exact, exactDecimal, toNearestMicro, over, times } from './exact.ts';
import { type Component, portionsOf, type RecipeContent } from './recipe.ts';

/** A pan by the length of its sides, or a round one by its width across; all in one unit. */
export type Pan = readonly [across: number] | readonly [length: number, width: number];

/** What a recipe is scaled to: so many portions, so much of what it makes, what there is of one ingredient, or another pan. */
export type RecipeScale =
  | { by: 'pan'; from: Pan; to: Pan }
  | { by: 'portions'; portions: number }
  | { by: 'yield'; qty: number }
  | { by: 'ingredient'; at: number; qty: number };

/** How many batches that is; null where the recipe does not say. */
export function batchesFor(scale: RecipeScale, content: RecipeContent): Exact | null {
  if (scale.by === 'pan') return over(areaOf(scale.to), areaOf(scale.from));
  const [wanted, given] =
    scale.by === 'portions'
      ? [scale.portions, portionsOf(content)]
      : scale.by === 'yield'
        ? [scale.qty, content.yieldQty]
        : [scale.qty, content.components[scale.at]?.qty];
  return wanted > 0 && given ? over(exactDecimal(wanted), exactDecimal(given)) : null;
}

/** A quarter of the number of the circle, to sixteen decimals: more than any oven can tell. */
const quarterCircle = exact(7_853_981_633_974_483n, 10_000_000_000_000_000n);

/** As high as the recipe fills its own pan, it fills the other: what counts is the bottom. */
function areaOf([length, width]: Pan): Exact {
  const side = exactDecimal(length);
  return width === undefined ? times(quarterCircle, times(side, side)) : times(side, exactDecimal(width));
}

/** Reads `24` (round) or `20 x 30`; null for what is no pan. Arabic digits and a comma as decimal sign are read, too. */
export function readPan(text: string): Pan | null {
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
  /** What it would be, were its unit not counted in whole ones only; null where nothing is rounded. */
  before: number | null;
}

/** The quantities of so many batches; eggs and other whole things are rounded to the nearest one, and at least to one. */
export function scaleRecipe(
  content: Pick<RecipeContent, 'components'>,
  batches: Exact,
  isWhole: (unit: string) => boolean,
): ScaledLine[] {
  return content.components.map((component) => {
    const amount = times(exactDecimal(component.qty), batches);
    if (!isWhole(component.unit)) return { component, qty: toNearestMicro(amount), before: null };
    const whole = divideHalfEven(amount.num, amount.den);
    const qty = Number(whole < 1n && amount.num > 0n ? 1n : whole);
    return { component, qty, before: amount.den === 1n ? null : toNearestMicro(amount) };
  });
}

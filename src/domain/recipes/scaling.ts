import { divideHalfEven } from '../quantity.ts';
import { type Exact, exactDecimal, nearest, over, times } from './exact.ts';
import type { Component, RecipeContent } from './recipe.ts';

/** What a recipe is scaled to: so many portions, so much of what it makes, or what there is of one ingredient. */
export type Scale =
  | { by: 'portions'; portions: number }
  | { by: 'yield'; qty: number }
  | { by: 'ingredient'; at: number; qty: number };

/** How many batches that is; null where the recipe does not say. */
export function batchesFor(scale: Scale, content: RecipeContent): Exact | null {
  const [wanted, given] =
    scale.by === 'portions'
      ? [scale.portions, content.portions]
      : scale.by === 'yield'
        ? [scale.qty, content.yieldQty]
        : [scale.qty, content.components[scale.at]?.qty];
  return wanted > 0 && given ? over(exactDecimal(wanted), exactDecimal(given)) : null;
}

export interface ScaledLine {
  component: Component;
  qty: number;
  /** What it would be, were its unit not counted in whole ones only; null where nothing is rounded. */
  before: number | null;
}

/** The quantities of so many batches; eggs and other whole things are rounded to the nearest one, and at least to one. */
export function scaled(
  content: Pick<RecipeContent, 'components'>,
  batches: Exact,
  isWhole: (unit: string) => boolean,
): ScaledLine[] {
  return content.components.map((component) => {
    const amount = times(exactDecimal(component.qty), batches);
    if (!isWhole(component.unit)) return { component, qty: nearest(amount), before: null };
    const whole = divideHalfEven(amount.num, amount.den);
    const qty = Number(whole < 1n && amount.num > 0n ? 1n : whole);
    return { component, qty, before: amount.den === 1n ? null : nearest(amount) };
  });
}

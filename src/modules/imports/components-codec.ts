import { type Component, portion } from '#modules/recipes/recipe.ts';
import type { CellCodec, CellReading } from './cell-codec.ts';
import { figure, plain, wordOf } from './cell-words.ts';
import { splitAtFirst, stripPercent } from '#core/read-scalars.ts';

/** Characters that would end a name. */
const tearing = /[;؛\n\r=(),،]/;
const figures = /^[\d٠-٩][\d٠-٩.,٫٬]*/;

/**
 * Ingredients by item, recipe and unit names: `Flour=1.2 kg (trim 5%, cook 10%, or Spelt flour); recipe:
 * Dough=3 portion`
 */
export const componentsCodec: CellCodec = {
  form: 'components',
  most: 30_000,
  sample: [
    {
      itemId: 'Flour',
      recipeId: null,
      qty: 1.2,
      unit: 'kg',
      trimPercent: null,
      cookingPercent: 10,
      alternatives: ['Spelt flour'],
    },
    {
      itemId: null,
      recipeId: 'Dough',
      qty: 3,
      unit: portion,
      trimPercent: null,
      cookingPercent: null,
      alternatives: [],
    },
  ] satisfies Component[],
  vocabulary: ['recipe', 'trim', 'cook', 'or', portion],
  write(value, { word }) {
    const all = value as Component[];
    const words = all.flatMap(({ itemId, recipeId, unit, alternatives }) => [
      itemId ?? recipeId ?? '',
      unit,
      ...alternatives,
    ]);
    // Names that would be split, or look like a sub-recipe, are written as JSON.
    const isTorn = words.some((word) => tearing.test(word) || word.trim() === '');
    if (isTorn || all.some(({ itemId }) => itemId?.includes(':'))) return JSON.stringify(all);
    return all
      .map(({ itemId, recipeId, qty, unit, trimPercent, cookingPercent, alternatives }) => {
        const more = [
          ...(trimPercent === null ? [] : [`${word('trim')} ${plain(trimPercent)}%`]),
          ...(cookingPercent === null ? [] : [`${word('cook')} ${plain(cookingPercent)}%`]),
          ...alternatives.map((each) => `${word('or')} ${each}`),
        ];
        const called = recipeId === null ? String(itemId) : `${word('recipe')}: ${recipeId}`;
        const measured = recipeId !== null && unit === portion ? word(portion) : unit;
        const formatted = `${called}=${plain(qty)} ${measured}`;
        return more.length === 0 ? formatted : `${formatted} (${more.join(', ')})`;
      })
      .join('; ');
  },
  read(text, reading) {
    const read: Component[] = [];
    for (const part of text.split(/[;؛\n]/)) {
      if (part.trim() === '') continue;
      const parsed = readComponent(part.trim(), reading);
      if (!parsed) return undefined;
      read.push(parsed);
    }
    return read;
  },
};

function readComponent(entry: string, reading: CellReading): Component | undefined {
  const [called, rest] = splitAtFirst(entry, /=/) ?? ['', ''];
  const open = rest.indexOf('(');
  const measured = (open < 0 ? rest : rest.slice(0, open)).trim();
  const more = open < 0 ? '' : rest.slice(open + 1, -1);
  if ((open >= 0 && !rest.endsWith(')')) || /[()]/.test(more)) return undefined;
  const number = figures.exec(measured)?.[0] ?? '';
  const qty = figure(number, reading);
  const unit = measured.slice(number.length).trim();
  if (called === '' || qty === undefined || unit === '') return undefined;
  const [kind = '', name = ''] = splitAtFirst(called, /:/) ?? [];
  const isRecipe = wordOf(kind, ['recipe'], reading) === 'recipe';
  const component: Component & { alternatives: string[] } = {
    itemId: isRecipe ? null : called,
    recipeId: isRecipe ? name : null,
    qty,
    unit: wordOf(unit, [portion], reading) === portion ? portion : unit,
    trimPercent: null,
    cookingPercent: null,
    alternatives: [],
  };
  // A comma before a digit is a decimal mark.
  for (const part of more.split(/,(?!\d)|،/)) {
    if (part.trim() === '') continue;
    const [head, tail] = splitAtFirst(part.trim(), /\s/) ?? ['', ''];
    const key = wordOf(head, ['trim', 'cook', 'or'], reading);
    const percent = figure(stripPercent(tail), reading);
    if (key === 'or') component.alternatives.push(tail);
    else if (percent === undefined) return undefined;
    else if (key === 'trim') component.trimPercent = percent;
    else if (key === 'cook') component.cookingPercent = percent;
    else return undefined;
  }
  return component;
}

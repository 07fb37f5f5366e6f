import { type Component, portion } from '#modules/recipes/recipe.ts';
import type { CellCodec, CellReadOptions } from './cell-codec.ts';
import { parseNumber, formatPlainNumber, matchWord } from './cell-words.ts';
import { splitAtFirst, stripPercent } from '#core/read-scalars.ts';

/** Characters that end a name. */
const nameSeparators = /[;؛\n\r=(),،]/;
const leadingNumber = /^[\d٠-٩][\d٠-٩.,٫٬]*/;

/**
 * Ingredients by item, recipe and unit names: `Flour=1.2 kg (trim 5%, cook 10%, or Spelt flour); recipe:
 * Dough=3 portion`
 */
export const componentsCodec: CellCodec = {
  form: 'components',
  maxLength: 30_000,
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
    const lines = value as Component[];
    const words = lines.flatMap(({ itemId, recipeId, unit, alternatives }) => [
      itemId ?? recipeId ?? '',
      unit,
      ...alternatives,
    ]);
    // Names that would be split, or look like a sub-recipe, are written as JSON.
    const isSplittable = words.some((word) => nameSeparators.test(word) || word.trim() === '');
    if (isSplittable || lines.some(({ itemId }) => itemId?.includes(':'))) return JSON.stringify(lines);
    return lines
      .map(({ itemId, recipeId, qty, unit, trimPercent, cookingPercent, alternatives }) => {
        const details = [
          ...(trimPercent === null ? [] : [`${word('trim')} ${formatPlainNumber(trimPercent)}%`]),
          ...(cookingPercent === null ? [] : [`${word('cook')} ${formatPlainNumber(cookingPercent)}%`]),
          ...alternatives.map((alternative) => `${word('or')} ${alternative}`),
        ];
        const name = recipeId === null ? String(itemId) : `${word('recipe')}: ${recipeId}`;
        const unitText = recipeId !== null && unit === portion ? word(portion) : unit;
        const formatted = `${name}=${formatPlainNumber(qty)} ${unitText}`;
        return details.length === 0 ? formatted : `${formatted} (${details.join(', ')})`;
      })
      .join('; ');
  },
  read(text, options) {
    const components: Component[] = [];
    for (const part of text.split(/[;؛\n]/)) {
      if (part.trim() === '') continue;
      const parsed = readComponent(part.trim(), options);
      if (!parsed) return undefined;
      components.push(parsed);
    }
    return components;
  },
};

function readComponent(entry: string, options: CellReadOptions): Component | undefined {
  const [label, definition] = splitAtFirst(entry, /=/) ?? ['', ''];
  const parenthesis = definition.indexOf('(');
  const amount = (parenthesis < 0 ? definition : definition.slice(0, parenthesis)).trim();
  const details = parenthesis < 0 ? '' : definition.slice(parenthesis + 1, -1);
  if ((parenthesis >= 0 && !definition.endsWith(')')) || /[()]/.test(details)) return undefined;
  const number = leadingNumber.exec(amount)?.[0] ?? '';
  const qty = parseNumber(number, options);
  const unit = amount.slice(number.length).trim();
  if (label === '' || qty === undefined || unit === '') return undefined;
  const [kind = '', name = ''] = splitAtFirst(label, /:/) ?? [];
  const isRecipe = matchWord(kind, ['recipe'], options) === 'recipe';
  const component: Component & { alternatives: string[] } = {
    itemId: isRecipe ? null : label,
    recipeId: isRecipe ? name : null,
    qty,
    unit: matchWord(unit, [portion], options) === portion ? portion : unit,
    trimPercent: null,
    cookingPercent: null,
    alternatives: [],
  };
  // A comma before a digit is a decimal mark.
  for (const part of details.split(/,(?!\d)|،/)) {
    if (part.trim() === '') continue;
    const [word, value] = splitAtFirst(part.trim(), /\s/) ?? ['', ''];
    const key = matchWord(word, ['trim', 'cook', 'or'], options);
    const percent = parseNumber(stripPercent(value), options);
    if (key === 'or') component.alternatives.push(value);
    else if (percent === undefined) return undefined;
    else if (key === 'trim') component.trimPercent = percent;
    else if (key === 'cook') component.cookingPercent = percent;
    else return undefined;
  }
  return component;
}

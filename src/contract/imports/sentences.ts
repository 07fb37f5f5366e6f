/**
 * What an import or a form says where a value or the whole of it is refused: the English sentence by its code, with blanks.
 * Definitions and services say some of these themselves; `reasonOf` finds out which, so that every client can word
 * them in its own language.
 */
export const sentences = {
  // One value.
  'text-needed': 'Some text is needed',
  'name-needed': 'A name is needed',
  'too-long': 'At most {n} characters',
  'no-spaces': 'No spaces',
  email: 'An email address is expected',
  phone: 'A phone number is expected',
  timezone: 'A time zone like Europe/London',
  date: 'A date like 2026-11-21',
  time: 'A time like {time}',
  whole: 'A whole number is expected',
  least: 'At least {n}',
  most: 'At most {n}',
  'not-below-zero': '0 or more',
  'quantity-not-below-zero': 'A quantity is 0 or more',
  'more-than-zero': 'More than 0',
  decimals: 'At most {n} decimals',
  'currency-code': 'Three capital letters, like EUR',
  'no-id': 'This is not an id',
  barcode: '4 to 48 letters, digits, - or .',
  'each-barcode-once': 'Each barcode once',
  'each-weekday-once': 'Each weekday once',
  'each-day-once': 'Each day once',
  'least-one-day': 'At least one day',
  'no-such-row': '{label}: there is no such row.',

  // One row.
  'own-substitute': 'An item does not replace itself.',
  'own-supplier': 'A branch does not supply itself.',
  'levels-rise': 'Minimum, par and maximum must rise.',
  'weekday-par-between': 'The par of a weekday must lie between minimum and maximum.',
  'rates-earlier': 'Earlier rates begin before the one that is valid now.',
  'own-branch': 'This is not a branch of yours.',
  'kitchen-needed': 'Choose the kitchen that supplies this branch.',
  'would-be-below-zero': '{what} would be below zero: receive or count what is there first, then block.',
  'supplied-by-kitchen': 'A branch is supplied by a central kitchen or a warehouse.',
  'type-stays': 'The type of a used branch stays.',
  'size-stays': 'The size of a used unit stays.',
  'is-base-currency': '{name} is the base currency: make another one the base first.',
  'taken-by': '{name} has this already.',
  'one-already': 'There is one already.',
  'email-taken': 'Somebody has this email address already.',
  'email-taken-by': '{name} has this email address already.',
  'barcode-taken': '{name} has {code} already.',
  'barcode-twice': 'Row {row} of the file has {code}, too.',

  'most-templates': 'The branch has {n} order templates already: delete one that nobody uses first.',

  // Units and conversions.
  'no-such-unit': 'There is no such unit.',
  'no-such-item': 'There is no such item.',
  'unit-leads-nowhere': 'Nothing says how many {base} one {unit} is: add a conversion.',
  'pack-leads-nowhere': 'The pack {pack} holds {unit}, and nothing says how many {base} that is.',
  'item-unit-leads-nowhere':
    'Nothing says how many {base} of {item} one {unit} is: add a conversion to the item.',
  'base-unknown': 'Nothing says how many base units one of these is: add a conversion to the item.',
  'base-unit-stays': 'The base unit is fixed after the first order or move.',
  'conversion-known': '1 {from} is {ratio} {to} already: this line is not needed.',
  'conversion-contradicts':
    '1 {from} is {ratio} {to} by the other lines and the units: this line says something else.',
  'conversion-inexact': 'Together with the other lines this is too large to be exact.',
  'unit-itself': 'A unit is not converted to itself.',
  'each-pair-once': 'Each pair of units once.',
  'order-unit-first': 'Name the order unit, too: one base unit is one base unit.',
  'unit-beyond-reach':
    'One {unit} is less than a millionth of one {base}, or more than a billion: correct the conversion, or choose another unit.',
  'price-beyond-exact':
    'One {unit} would come to more than can be kept exactly: lower this, or correct the conversion.',
  'quantity-beyond-exact':
    'This is more {unit} than can be kept exactly: lower it, or correct the conversion.',
  'quantity-below-exact':
    'This is less than a millionth of the base unit: raise it, or correct the conversion.',
  'not-exact': 'More than 0 is expected, and a number that can be kept exactly.',

  // Opening stock.
  'whole-unit': '{unit} is counted in whole numbers.',
  'moved-already': 'This item has moved at this place already: count it instead.',

  // The whole import.
  'no-costs': 'You do not have permission to set costs.',
  'no-permission': 'You do not have permission to import {many}: it takes creating and editing.',
  'looked-at-first':
    'What you change of items, packs and prices is looked at first: change one at a time, and each is sent for review.',
  'no-rows': 'The file has no rows.',
  'too-many-rows': 'An import takes {n} rows at most: split the file.',
  'too-many-at-once':
    'A file with branches, units, taxes or currencies, with items whose base unit changes, or with codes that one row hands to another, takes {n} rows at most, because these are written all at once: split the file.',
  'too-much-text': 'An import takes {n} letters at most: split the file, or leave columns out.',
  'check-first': 'Check the import before you commit it.',
  'faulty-by-now':
    'Nothing was imported: {count} of the rows have something wrong by now. Check again to see what.',
  'moved-on': 'The data has changed since the check: look at what would happen now.',
  'changed-just-now': 'Somebody changed one of these rows just now: check the import again.',
  'refused-by-now': 'Nothing was imported: {why} Check the import again.',
  'finished-already': 'This import is finished: begin another one.',
  'undo-once': 'Only a finished import is undone, and once.',
  'undo-used': 'This import can no longer be undone: {name} is used by {by} now.',
  'undo-deleted': 'This import can no longer be undone: one of its rows was deleted since.',
  'undo-changed': 'This import can no longer be undone: {name} was changed since.',
  'undo-moved': 'This import can no longer be undone: {name} has moved since.',
  // A row that is left while the others are taken back.
  'kept-used': '{name} stays: it is used by {by} now.',
  'kept-deleted': '{name} was deleted meanwhile.',
  'kept-changed': '{name} stays as it is: it was changed meanwhile.',
  'kept-moved': '{name} stays in stock: it has moved meanwhile.',
  'kept-refused': '{name} stays as it is: what it was before no longer fits the other data.',
} as const;

export type ReasonCode = keyof typeof sentences;
export type Blanks = Readonly<Record<string, string>>;

/** Why something is refused, for clients with words of their own. */
export interface Reason {
  reason: ReasonCode;
  params: Blanks;
}

/** A sentence with its blanks filled; a blank that nothing is said for stays empty. */
export const fillBlanks = (template: string, params: Blanks): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** The English sentence of a reason. */
export const sentence = (reason: ReasonCode, params: Blanks = {}): string =>
  fillBlanks(sentences[reason], params);

/** What a blank of this name may hold, where it is not just anything. */
const shapes: Readonly<Record<string, RegExp>> = {
  n: /^[\d.,]+$/,
  row: /^\d+$/,
  count: /^\d+$/,
  time: /^[\d:]+$/,
  ratio: /^[\d./]+$/,
  from: /^\S+$/,
  to: /^\S+$/,
};

/** Each sentence as the words between its blanks, and the names of those. */
const patterns = (Object.entries(sentences) as [ReasonCode, string][]).map(([reason, template]) => ({
  reason,
  words: template.split(/\{\w+\}/),
  blanks: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
}));

/** Which sentence this is, and what stands in its blanks; null for any other. */
export function reasonOf(message: string): Reason | null {
  for (const { reason, words, blanks } of patterns) {
    const params = match(message, words, blanks);
    if (params) return { reason, params };
  }
  return null;
}

/** Looks for the words one after the other, each once: as long as the message is, and no longer. */
function match(message: string, words: readonly string[], blanks: readonly string[]): Blanks | null {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (blanks.length === 0) return message === first ? {} : null;
  if (!message.startsWith(first) || !message.endsWith(last)) return null;
  const params: Record<string, string> = {};
  let at = first.length;
  for (const [nth, name] of blanks.entries()) {
    const isLast = nth === blanks.length - 1;
    const end = isLast ? message.length - last.length : message.indexOf(words[nth + 1] ?? '', at + 1);
    if (end <= at) return null;
    const said = message.slice(at, end);
    if (shapes[name]?.test(said) === false) return null;
    params[name] = said;
    at = end + (words[nth + 1] ?? '').length;
  }
  return params;
}

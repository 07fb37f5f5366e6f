import { refusalTexts } from './catalogue.ts';
import { type RefusalParams, fillPlaceholders, type ReasonCode, type Refusal } from './refusal.ts';

/**
 * Returns the English text of a `Refusal`. Collections are inserted by their key, and rows without a name by
 * their collection.
 */
export const englishRefusal = ({ reason, params }: Refusal): string =>
  fillPlaceholders(
    refusalTexts[reason],
    Object.fromEntries(
      Object.entries(params).map(([blank, text]) => [blank, formatParameter(blank, text, params)]),
    ),
  );

const collectionBlanks: ReadonlySet<string> = new Set(['by', 'many', 'records', 'user']);

function formatParameter(blank: string, text: string, { collection = '' }: RefusalParams): string {
  if (collectionBlanks.has(blank)) return text.replaceAll('-', ' ');
  return blank === 'name' && text === '' ? `one of the ${collection.replaceAll('-', ' ')}` : text;
}

const amountFormat = /^-?[\d.,]+$/;

/** Allowed values of placeholders, if not arbitrary text. */
const blankFormats: Readonly<Record<string, RegExp>> = {
  n: amountFormat,
  left: amountFormat,
  received: amountFormat,
  returned: amountFormat,
  row: /^\d+$/,
  count: /^\d+$/,
  time: /^[\dTZ:.-]+$/,
  ratio: /^[\d./]+$/,
  from: /^\S+$/,
  to: /^\S+$/,
  code: /^\S+$/,
  deed: /^(see|create|edit|delete|change)$/,
  outcome: /^(approved|returned|withdrawn)$/,
  verb: /^[a-z]+([ -][a-z]+)*$/,
};

/** Each catalogue text split into its fixed parts and placeholder names. */
const patterns = (Object.entries(refusalTexts) as [ReasonCode, string][]).map(([reason, template]) => ({
  reason,
  words: template.split(/\{\w+\}/),
  blanks: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
}));

/**
 * Parses an English error text back to its code and parameters; null for any other text. Used for schema
 * messages, which can only be text, and for servers that don't return codes.
 */
export function parseEnglishRefusal(sentence: string): Refusal | null {
  for (const { reason, words, blanks } of patterns) {
    const params = matchTemplate(sentence, words, blanks);
    if (params) return { reason, params };
  }
  return null;
}

/** Matches the fixed parts in order, in linear time. */
function matchTemplate(
  message: string,
  words: readonly string[],
  blanks: readonly string[],
): RefusalParams | null {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (blanks.length === 0) return message === first ? {} : null;
  if (!message.startsWith(first) || !message.endsWith(last)) return null;
  const params: Record<string, string> = {};
  let position = first.length;
  for (const [index, name] of blanks.entries()) {
    const isLast = index === blanks.length - 1;
    const end = isLast ? message.length - last.length : message.indexOf(words[index + 1] ?? '', position + 1);
    if (end <= position) return null;
    const value = message.slice(position, end);
    if (blankFormats[name]?.test(value) === false) return null;
    params[name] = value;
    position = end + (words[index + 1] ?? '').length;
  }
  return params;
}

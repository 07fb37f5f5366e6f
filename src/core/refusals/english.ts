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
      Object.entries(params).map(([placeholder, text]) => [
        placeholder,
        formatParameter(placeholder, text, params),
      ]),
    ),
  );

const collectionPlaceholders: ReadonlySet<string> = new Set(['usedBy', 'many', 'records', 'user']);

function formatParameter(placeholder: string, text: string, { collection = '' }: RefusalParams): string {
  if (collectionPlaceholders.has(placeholder)) return text.replaceAll('-', ' ');
  return placeholder === 'name' && text === '' ? `one of the ${collection.replaceAll('-', ' ')}` : text;
}

const amountFormat = /^-?[\d.,]+$/;

/** Allowed values of placeholders, if not arbitrary text. */
const placeholderFormats: Readonly<Record<string, RegExp>> = {
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
  operation: /^(see|create|edit|delete|change)$/,
  outcome: /^(approved|returned|withdrawn)$/,
  verb: /^[a-z]+([ -][a-z]+)*$/,
};

/** Each catalogue text split into its fixed parts and placeholder names. */
const patterns = (Object.entries(refusalTexts) as [ReasonCode, string][]).map(([reason, template]) => ({
  reason,
  fixedParts: template.split(/\{\w+\}/),
  placeholders: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
}));

/**
 * Parses an English error text back to its code and parameters; null for any other text. Used for schema
 * messages, which can only be text, and for servers that don't return codes.
 */
export function parseEnglishRefusal(sentence: string): Refusal | null {
  for (const { reason, fixedParts, placeholders } of patterns) {
    const params = matchTemplate(sentence, fixedParts, placeholders);
    if (params) return { reason, params };
  }
  return null;
}

/** Matches the fixed parts in order, in linear time. */
function matchTemplate(
  message: string,
  fixedParts: readonly string[],
  placeholders: readonly string[],
): RefusalParams | null {
  const [first = '', last = ''] = [fixedParts[0], fixedParts.at(-1)];
  if (placeholders.length === 0) return message === first ? {} : null;
  if (!message.startsWith(first) || !message.endsWith(last)) return null;
  const params: Record<string, string> = {};
  let position = first.length;
  for (const [index, name] of placeholders.entries()) {
    const isLast = index === placeholders.length - 1;
    const end = isLast
      ? message.length - last.length
      : message.indexOf(fixedParts[index + 1] ?? '', position + 1);
    if (end <= position) return null;
    const value = message.slice(position, end);
    if (placeholderFormats[name]?.test(value) === false) return null;
    params[name] = value;
    position = end + (fixedParts[index + 1] ?? '').length;
  }
  return params;
}

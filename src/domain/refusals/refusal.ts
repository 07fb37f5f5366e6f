import { sentences } from './catalogue.ts';

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
  code: /^\S+$/,
  deed: /^(see|create|edit|delete|change)$/,
  outcome: /^(approved|returned|withdrawn)$/,
  verb: /^[a-z]+([ -][a-z]+)*$/,
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

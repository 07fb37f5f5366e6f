import type { refusalTexts } from './catalogue.ts';

type Sentences = typeof refusalTexts;
export type ReasonCode = keyof Sentences;

/** What stands in the blanks of a sentence, by their names, as it travels. */
export type RefusalParams = Readonly<Record<string, string>>;

/** Why something is refused: a sentence of the catalogue by its code, and what stands in its blanks. */
export interface Refusal {
  readonly reason: ReasonCode;
  readonly params: RefusalParams;
}

/** What is wrong with which field, by its path: `items.<lineId>.lots`. */
export type FieldRefusals = Readonly<Record<string, Refusal>>;

/** The names of the blanks in a sentence. */
type BlankIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | BlankIn<Rest>
  : never;

/** What a blank of this name takes, where that is not just any text. */
interface BlankTypes {
  n: number | string;
  row: number;
  count: number;
  deed: 'see' | 'create' | 'edit' | 'delete' | 'change';
  outcome: 'approved' | 'returned' | 'withdrawn';
}

/** What the sentence of a code needs, blank by blank. */
export type ParamsOf<C extends ReasonCode> = {
  readonly [Name in BlankIn<Sentences[C]>]: Name extends keyof BlankTypes ? BlankTypes[Name] : string;
};

/**
 * Refuses something by the code of its sentence. What the sentence has blanks for is named, and nothing else.
 *
 * @example refusal('used-by', { name: 'Rice', user: 'items' })
 */
export function refusal<C extends ReasonCode>(
  reason: C,
  ...[params]: [BlankIn<Sentences[C]>] extends [never] ? [] : [params: ParamsOf<C>]
): Refusal {
  const blanks = Object.entries<number | string>(params ?? {}).map(([name, value]) => [name, String(value)]);
  return { reason, params: Object.fromEntries(blanks) };
}

/** A sentence with its blanks filled; a blank that nothing is said for stays empty. */
export const fillPlaceholders = (template: string, params: RefusalParams): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

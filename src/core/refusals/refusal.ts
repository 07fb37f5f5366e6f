import type { refusalTexts } from './catalogue.ts';

type RefusalTexts = typeof refusalTexts;
export type ReasonCode = keyof RefusalTexts;

/** Placeholder values by name, as sent on the wire. */
export type RefusalParams = Readonly<Record<string, string>>;

/** Reason why an action isn't allowed: the code of a text in the catalogue, with its parameters. */
export interface Refusal {
  readonly reason: ReasonCode;
  readonly params: RefusalParams;
}

/** Errors by field path: `items.<lineId>.lots`. */
export type FieldRefusals = Readonly<Record<string, Refusal>>;

/** The placeholder names of a text. */
type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;

/** Types of placeholders, if not arbitrary text. */
interface PlaceholderTypes {
  n: number | string;
  row: number;
  count: number;
  operation: 'see' | 'create' | 'edit' | 'delete' | 'change';
  outcome: 'approved' | 'returned' | 'withdrawn';
}

/** The parameters that a code needs. */
export type ParamsOf<C extends ReasonCode> = {
  readonly [Name in PlaceholderIn<RefusalTexts[C]>]: Name extends keyof PlaceholderTypes
    ? PlaceholderTypes[Name]
    : string;
};

/**
 * Builds a `Refusal`; its parameters must match the placeholders of its text.
 *
 * @example refusal('used-by', { name: 'Rice', user: 'items' })
 */
export function refusal<C extends ReasonCode>(
  reason: C,
  ...[params]: [PlaceholderIn<RefusalTexts[C]>] extends [never] ? [] : [params: ParamsOf<C>]
): Refusal {
  const values = Object.entries<number | string>(params ?? {}).map(([name, value]) => [name, String(value)]);
  return { reason, params: Object.fromEntries(values) };
}

/** Fills in the placeholders of a text; missing parameters become empty. */
export const fillPlaceholders = (template: string, params: RefusalParams): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

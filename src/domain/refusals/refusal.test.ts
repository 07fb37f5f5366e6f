import { describe, expect, it } from 'vitest';
import { sentences } from './catalogue.ts';
import { english, refusalSaying } from './english.ts';
import type { ReasonCode } from './refusal.ts';

const codes = Object.keys(sentences) as ReasonCode[];

/** Something for each blank. */
const symbols = { from: 'case', to: 'g', ratio: '1/3' };
const blanks = {
  n: '1,000',
  row: '7',
  count: '12',
  time: '16:00',
  deed: 'see',
  outcome: 'approved',
  verb: 'send back',
  code: '40-1',
  name: 'Rice',
  by: 'items',
  ...symbols,
};
const fillingOf = (code: ReasonCode) =>
  Object.fromEntries(
    [...sentences[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      (blanks as Record<string, string>)[name] ?? `a ${name} (1.5)`,
    ]),
  );

describe('a sentence of a refusal', () => {
  it.each(codes)('%s is known again with what stands in its blanks', (reason) => {
    const params = fillingOf(reason);
    expect(refusalSaying(english({ reason, params }))).toEqual({ reason, params });
  });

  it('that nobody has named is none of them', () => {
    expect(refusalSaying('Something else entirely.')).toBeNull();
    expect(refusalSaying('At most')).toBeNull();
  });
});

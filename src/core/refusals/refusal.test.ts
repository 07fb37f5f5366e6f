import { describe, expect, expectTypeOf, it } from 'vitest';
import { refusalTexts } from './catalogue.ts';
import { englishRefusal, parseEnglishRefusal } from './english.ts';
import { type ParamsOf, type ReasonCode, refusal } from './refusal.ts';

const codes = Object.keys(refusalTexts) as ReasonCode[];

const conversion = { from: 'case', to: 'g', ratio: '1/3' };
/** A sample value for each placeholder. */
const sampleValues = {
  n: '1,000',
  left: '7.5',
  received: '10',
  returned: '2.5',
  row: '7',
  count: '12',
  time: '16:00',
  operation: 'see',
  outcome: 'approved',
  verb: 'send back',
  code: '40-1',
  name: 'Rice',
  usedBy: 'items',
  ...conversion,
};
const sampleParams = (code: ReasonCode) =>
  Object.fromEntries(
    [...refusalTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      (sampleValues as Record<string, string>)[name] ?? `a ${name} (1.5)`,
    ]),
  );

describe('parsing the text of an error', () => {
  it.each(codes)('recognizes %s with its parameters', (reason) => {
    const params = sampleParams(reason);
    expect(parseEnglishRefusal(englishRefusal({ reason, params }))).toEqual({ reason, params });
  });

  it('returns null for an unknown text', () => {
    expect(parseEnglishRefusal('Something else entirely.')).toBeNull();
    expect(parseEnglishRefusal('At most')).toBeNull();
  });
});

it('requires exactly the parameters used in the text', () => {
  expect(refusal('most-lines', { n: 500 })).toEqual({ reason: 'most-lines', params: { n: '500' } });
  expect(refusal('no-such-item')).toEqual({ reason: 'no-such-item', params: {} });
  expectTypeOf<ParamsOf<'used-by'>>().toEqualTypeOf<{ readonly name: string; readonly user: string }>();
  expectTypeOf<ParamsOf<'no-such-item'>>().toEqualTypeOf<{}>();
  expectTypeOf<ParamsOf<'duplicate-value-in-row'>>().toEqualTypeOf<{ readonly row: number }>();
  expectTypeOf<ParamsOf<'proposal-decided'>['outcome']>().toEqualTypeOf<
    'approved' | 'returned' | 'withdrawn'
  >();
  expectTypeOf(refusal<'used-by'>).parameters.toEqualTypeOf<['used-by', ParamsOf<'used-by'>]>();
  expectTypeOf(refusal<'no-such-item'>).parameters.toEqualTypeOf<['no-such-item']>();
  expectTypeOf<'unknown-code'>().not.toExtend<ReasonCode>();
});

import { describe, expect, test } from 'vitest';
import { isTest, getPart, listSourceFiles } from '#scripts/source-files.ts';
import { readObject, readShape } from './read-shape.ts';
import { buildResponseSchema } from './shape-schema.ts';
import {
  listOf,
  mapOf,
  nullable,
  objectOf,
  oneOf,
  required,
  type Shape,
  sparse,
  withDefault,
} from './shape.ts';
import { buildMinimalSample, buildFullSample } from './testing/samples.ts';

const files = await Promise.all(
  listSourceFiles()
    .filter(({ path, text }) => getPart(path) === 'shared' && !isTest(path) && /satisfies Shape\b/.test(text))
    .map(async ({ path }) => [path, await import(`#${path.slice('src/'.length)}`)] as const),
);
const shapes = files.flatMap(([file, module]: readonly [string, object]) =>
  Object.entries(module)
    .filter((entry): entry is [string, Shape] => Object.getPrototypeOf(entry[1]) === Object.prototype)
    .map(([name, shape]) => [`${file}: ${name}`, shape] as const),
);

test('finds the shapes', () => expect(shapes.length).toBeGreaterThan(20));

describe.each(shapes)('%s', (_, shape) => {
  test('is read according to its schema, with all and with only required fields', () => {
    for (const row of [buildFullSample(shape), buildMinimalSample(shape)]) {
      expect(buildResponseSchema(shape).parse(row)).toEqual(row);
      expect(readShape(shape, row)).toEqual(row);
    }
  });

  test('has defaults for everything that the server omits', () => {
    expect(buildResponseSchema(shape).safeParse(readObject(shape, null)).error?.issues).toBeUndefined();
  });
});

const line = {
  lineId: 'line',
  itemName: 'name',
  itemNameAlt: 'text?',
  qty: 'quantity',
} as const satisfies Shape;
const document = {
  _id: 'key',
  number: 'label',
  branch: 'id',
  branchName: 'name',
  unitNum: 'factor',
  lines: listOf(line),
  end: nullable(objectOf({ at: 'required moment', by: 'id' })),
  state: oneOf(['open', 'closed'], 'closed'),
  isPractice: withDefault('flag', true),
  par: mapOf('quantity'),
  crates: 'sparse integer?',
  driver: 'optional text?',
  lots: sparse(listOf('id')),
  notes: sparse(mapOf('scalar?')),
  steps: sparse(listOf({ kind: required(oneOf(['made', 'sold'])) })),
} as const satisfies Shape;

const defaults = {
  _id: 'd1',
  number: 'd1',
  branch: '',
  branchName: '',
  unitNum: 1,
  lines: [],
  end: null,
  state: 'closed',
  isPractice: true,
  par: {},
};

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['an id without other fields', { id: 'd1' }, {}],
  [
    'a populated reference',
    { _id: 'd1', branch: { _id: 'b1', name: 'Harbour' } },
    { branch: 'b1', branchName: 'Harbour' },
  ],
  [
    'the field with the name rather than the populated one',
    { _id: 'd1', branch: { _id: 'b1', name: 'Old' }, branchName: 'New' },
    { branch: 'b1', branchName: 'New' },
  ],
  [
    'lines without ids',
    { _id: 'd1', lines: [{ qty: '2.5' }, null, { lineId: 7 }] },
    {
      lines: [
        { lineId: '0', itemName: '', itemNameAlt: null, qty: 2.5 },
        { lineId: '7', itemName: '', itemNameAlt: null, qty: 0 },
      ],
    },
  ],
  ['an object without its required field', { _id: 'd1', end: { by: 'u1' } }, {}],
  ['an unknown value', { _id: 'd1', state: 'paused' }, {}],
  [
    'readable values among unreadable ones',
    { _id: 'd1', par: { 1: '4', 2: 'many' }, lots: ['l1', null] },
    { par: { 1: 4 }, lots: ['l1'] },
  ],
  [
    'nulls in nullable values',
    { _id: 'd1', notes: { a: '', b: 2, c: null } },
    { notes: { a: '', b: 2, c: null } },
  ],
  [
    'rows without a required value',
    { _id: 'd1', steps: [{ kind: 'sold' }, { kind: 'lost' }] },
    { steps: [{ kind: 'sold' }] },
  ],
  ['null in an optional and in a sparse field', { _id: 'd1', driver: null, crates: null }, { driver: null }],
])('reads %s', (_, response, expected) => {
  expect(readShape(document, response)).toEqual({ ...defaults, ...expected });
});

test('rejects a row without its key', () => {
  expect(readShape(document, { number: '7' })).toBeNull();
  expect(readShape(line, {}, undefined, 3)?.lineId).toBe('3');
});

test('rejects a row with an unknown value in a required field', () => {
  const rule = { kind: required(oneOf(['cost', 'free'])) } as const satisfies Shape;
  expect(readShape(rule, { kind: 'free' })).toEqual({ kind: 'free' });
  expect(readShape(rule, { kind: 'barter' })).toBeNull();
  expect(readObject(rule, {})).toEqual({ kind: 'cost' });
});

test("puts the user's preferred name first", () => {
  const altFirst = (name: string, nameAlt: string | null) =>
    nameAlt ? { name: nameAlt, nameAlt: name } : { name, nameAlt };
  const sent = { _id: 'd1', lines: [{ lineId: 'a', itemName: 'Milk', itemNameAlt: 'حليب' }] };
  expect(readShape(document, sent, altFirst)?.lines).toEqual([
    { lineId: 'a', itemName: 'حليب', itemNameAlt: 'Milk', qty: 0 },
  ]);
});

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { importKinds } from '#modules/imports/kinds.ts';
import { createMatrixRows, type MatrixRows } from '#app/server/authorization/matrix-rows.ts';
import { routes } from '#app/server/routes.ts';
import type { TestResponse, TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

/**
 * Sends values that no form would send, in every field of every registered route's body. Each request is
 * accepted or rejected with the field's name, and every list still works afterwards.
 */
let t: TestApp;
let rows: MatrixRows;
beforeAll(async () => {
  t = await createTestApp();
  rows = await createMatrixRows(t);
});
afterAll(() => t.close());

/** Raw JSON text, for values that JSON.stringify would write differently. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const deeplyNested = '['.repeat(10_000) + ']'.repeat(10_000);
const numbers = [
  0,
  new Raw('-0'),
  -1,
  0.5,
  1e-7,
  0.000_001,
  1_000_000,
  1_000_000_000,
  1_000_000_001,
  2 ** 53,
  new Raw('1e21'),
  new Raw('1e308'),
  new Raw('1e400'),
  '1e5',
  '0x10',
  '١٢',
  'NaN',
  null,
  [],
  {},
];
const texts = [
  '',
  '   ',
  'x'.repeat(100_000),
  '\ud800',
  new Raw('"a\\u0000b"'),
  '\u202egnp.exe',
  '__proto__',
  '=1+1',
  null,
  7,
  true,
  [],
  {},
  new Raw('{"__proto__":{"isMasterAdmin":true}}'),
  new Raw(deeplyNested),
];
const otherValues = [
  null,
  '',
  0,
  'x',
  [null],
  {},
  [[]],
  new Raw(deeplyNested),
  new Raw('{"__proto__":1,"constructor":{}}'),
];

/** The part of a schema's definition that is used here. */
interface Def {
  def: {
    type: string;
    innerType?: Schema;
    in?: Schema;
    out?: Schema;
    element?: Schema;
    options?: Schema[];
    entries?: Record<string, string>;
    values?: unknown[];
  };
  shape?: Record<string, Schema>;
}
type Schema = z.ZodType & Def;
type Path = (string | number)[];

/** Returns the schema inside optional, nullable and transforming wrappers. */
function unwrap(schema: Schema): Schema {
  const { innerType, in: from, out: into } = schema.def;
  if (innerType) return unwrap(innerType);
  if (from && into) return unwrap(from.def.type === 'transform' ? into : from);
  return schema;
}

const knownValues: Readonly<Record<string, unknown>> = {
  branch: ids.branch1,
  branchId: ids.branch1,
  place: ids.branch1,
  branches: ids.branch1,
  kitchen: ids.kitchen,
  kitchens: ids.kitchen,
  supplyingKitchenId: ids.kitchen,
  itemId: ids.items.milk,
  item: ids.items.flour,
  items: ids.items.flour,
  substitutes: ids.items.bun,
  category: ids.category,
  section: ids.section,
  unit: ids.units.kg,
  baseUnit: ids.units.kg,
  fromUnit: ids.units.case,
  toUnit: ids.units.kg,
  orderUnit: ids.units.kg,
  countUnit: ids.units.kg,
  recipeUnit: ids.units.kg,
  currencyId: ids.currency,
  currency: ids.currency,
  users: ids.users.viewer,
  approver: ids.users.admin,
  role: 'admin',
  password: 'a-long-enough-one',
  email: 'some@demo.test',
  timezone: 'Asia/Dubai',
  phone: '+44 20 7946 0000',
  from: '2026-01-02',
  until: '2026-01-03',
  cutoffTime: '16:00',
  time: '16:00',
  key: 'some_role',
  deliveryDate: '2026-03-06',
  dateTime: '2026-03-04T08:00:00.000Z',
  eventAt: '2026-03-06T18:00:00.000Z',
  barcodes: '12345678',
  barcode: '12345678',
  companyPrefix: '0614141',
  scaleLabels: '21IIIIIWWWWWC',
  allowedPages: 'inventory',
  version: 1,
  kind: 'brands',
  columns: 'name',
  reason: 'spoiled',
};

/** Returns a valid value for the schema if one can be derived; `name` is its field. */
function buildSample(fieldSchema: Schema, name: string, n: number): unknown {
  const schema = unwrap(fieldSchema);
  const { def } = schema;
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.shape ?? {}).flatMap(([key, field]) =>
        omittedFields.has(key) ? [] : [[key, buildSample(field, key, n)]],
      ),
    );
  if (def.type === 'array') return def.element ? [buildSample(def.element, name, n)] : [];
  if (def.type === 'record') return {};
  if (def.type === 'enum') return Object.values(def.entries ?? {})[0];
  if (def.type === 'literal') return def.values?.[0];
  if (def.options?.[0]) return buildSample(def.options[0], name, n);
  if (def.type === 'boolean') return false;
  if (def.type === 'number') return knownValues[name] ?? 1;
  const value = knownValues[name] ?? references[name];
  if (value !== undefined) return value;
  if (schema.safeParse('2026-05-01').success && !schema.safeParse('x1').success) return '2026-05-01';
  if (schema.safeParse('EUR').success && !schema.safeParse('x1').success)
    return `X${String.fromCharCode(65 + (n % 26), 65 + (Math.floor(n / 26) % 26))}`;
  return `S${n}`;
}
/** Fields that need rows that the test business doesn't have, or that exclude other fields. */
const omittedFields = new Set(
  'subCategory purchaseCategory brands brandId branchCategoryId taxId tax supplierId image logo photo isActive status version remove lineId isMasterAdmin setupToken rowVersion change defaults words createMissing format substitutes pieces'.split(
    ' ',
  ),
);
const references: Record<string, unknown> = {};

/** Returns every value position in a body, with the values to try there. */
function listPositions(fieldSchema: Schema, path: Path = []): { path: Path; values: readonly unknown[] }[] {
  const schema = unwrap(fieldSchema);
  const { type, element } = schema.def;
  if (type === 'object')
    return Object.entries(schema.shape ?? {}).flatMap(([key, field]) => [
      { path: [...path, key], values: getHostileValues(field) },
      ...listPositions(field, [...path, key]),
    ]);
  return element && unwrap(element).def.type === 'object' ? listPositions(element, [...path, 0]) : [];
}
function getHostileValues(fieldSchema: Schema): readonly unknown[] {
  const { type } = unwrap(fieldSchema).def;
  return type === 'number' ? numbers : type === 'string' ? texts : otherValues;
}

/** Returns the body with one value replaced, as text. */
function buildBodyWithValue(body: unknown, path: Path, value: unknown): string {
  const [key, ...rest] = path;
  if (key === undefined) return value instanceof Raw ? value.text : JSON.stringify(value);
  if (typeof key === 'number') return `[${buildBodyWithValue((body as unknown[])?.[0] ?? {}, rest, value)}]`;
  const fields = Object.entries({ ...(body as object), [key]: 0 }).map(
    ([name, field]) =>
      `${JSON.stringify(name)}:${name === key ? buildBodyWithValue((body as Record<string, unknown> | undefined)?.[key], rest, value) : JSON.stringify(field)}`,
  );
  return `{${fields.join(',')}}`;
}

/** Aliases share their code, and all archive routes share one implementation. */
const testedRoutes = routes.filter(
  ({ method, path }) =>
    method !== 'get' && !/^\/(branches|categories)(\/|$)|^\/(?!items).*\/archive$/.test(path),
);
const routesWithBody = testedRoutes.filter((route) => 'body' in route && route.body) as {
  method: string;
  path: string;
  body: Schema;
}[];

const buildPath = (path: string) =>
  path.includes(':')
    ? path.replace(/:[a-zA-Z]+/, rows[path.split('/')[1] ?? '']?.own ?? ids.items.flour)
    : path;

let client: TestClient | undefined;
/** Sends a request as an administrator, who signs in again if a body has ended the session. */
async function send(
  method: string,
  path: string,
  body: string | Uint8Array,
  headers = {},
): Promise<TestResponse> {
  client ??= await t.signIn(ids.users.master);
  const response = await client.send(method.toUpperCase(), path, body, headers);
  if (response.status !== 401) return response;
  client = await t.signIn(ids.users.master);
  return client.send(method.toUpperCase(), path, body, headers);
}

/** Fields that are checked together; the error names the other field. */
const checkedTogether: Readonly<Record<string, readonly string[]>> = {
  min: ['par'],
  par: ['max'],
  validFrom: ['rates'],
  lineId: ['itemId'],
  itemId: ['recipeId', 'changes'],
  recipeId: ['itemId', 'changes'],
  fat: ['saturates'],
  carbohydrate: ['sugars'],
  lot: ['lots', 'lot'],
  eventAt: ['occasion'],
  guests: ['occasion'],
};

/**
 * Returns whether a 400 or 422 error names neither the field nor its parent; `usualFields` are the fields
 * rejected even without the hostile value.
 */
function lacksFieldName({ status, body }: TestResponse, path: Path, usualFields: readonly string[]): boolean {
  if ((status !== 422 && status !== 400) || /NUL|JSON/.test(String(body?.error))) return false;
  const position = path.join('.');
  const named = Object.keys(body?.fields ?? {});
  const isPart = (field: string) =>
    (checkedTogether[String(path.at(-1))] ?? []).includes(field.split('.').at(-1) ?? '') ||
    field === 'body' ||
    `${position}.`.startsWith(`${field}.`) ||
    `${field}.`.startsWith(`${position}.`);
  return named.length === 0 || !(named.some(isPart) || named.every((field) => usualFields.includes(field)));
}

let count = 0;
it.each(routesWithBody.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s accepts any value or names its field in the error',
  async (_, { method, path, body }) => {
    const failures: string[] = [];
    const validResponse = await send(method, buildPath(path), JSON.stringify(buildSample(body, '', ++count)));
    const usualFields = Object.keys(validResponse.body?.fields ?? {});
    for (const { path: position, values } of listPositions(body)) {
      for (const value of values) {
        const text = buildBodyWithValue(buildSample(body, '', ++count), position, value);
        const response = await send(method, buildPath(path), text);
        const description = `${position.join('.')} = ${text.slice(Math.max(0, text.indexOf(JSON.stringify(position.at(-1)))), 90)}: ${response.status} ${response.text.slice(0, 200)}`;
        if (response.status >= 500 || lacksFieldName(response, position, usualFields))
          failures.push(description);
      }
    }
    expect(failures).toEqual([]);
  },
  30_000,
);

it.each(testedRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s responds to any body without a server error',
  async (_, { method, path }) => {
    const json = { 'content-type': 'application/json' };
    const bodies: [string | Uint8Array, object?][] = [
      ['', json],
      ['{"name":"a","name":"b","__proto__":{"isMasterAdmin":true}}', json],
      [`{"name":${deeplyNested}}`, json],
      [deeplyNested, json],
      [`{"name":"${'x'.repeat(1_048_576)}"}`, json],
      ['{"name":"cut', json],
      ['a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['<a/>', { 'content-type': 'text/xml' }],
      [gzipSync('{"name":"a"}'), { ...json, 'content-encoding': 'gzip' }],
      [new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), json],
    ];
    const failed: string[] = [];
    for (const [body, headers] of bodies) {
      const { status, text } = await send(
        method,
        buildPath(path).replace(ids.users.master, 'x'),
        body,
        headers,
      );
      if (status >= 500) failed.push(`${String(body).slice(0, 40)}: ${status} ${text.slice(0, 200)}`);
    }
    expect(failed).toEqual([]);
  },
);

it('every list, the order guide and every export still work after the hostile values', async () => {
  client = await t.signIn(ids.users.master);
  const reads = routes.filter(
    ({ method, path }) => method === 'get' && !path.includes(':') && path !== '/events',
  );
  const addresses = [
    ...reads.flatMap(({ path }) => [path, `${path}?limit=500`, `${path}?view=compact`]),
    `/orders/suggestions?branch=${ids.branch1}`,
    ...Object.keys(importKinds).map((kind) => `/import-data?kind=${kind}`),
  ];
  const failed: string[] = [];
  for (const address of addresses) {
    const { status, text } = await client.get(address);
    if (status >= 500) failed.push(`${address}: ${status} ${text.slice(0, 200)}`);
  }
  expect(failed).toEqual([]);
  expect((await client.get(`/orders/suggestions?branch=${ids.branch1}`)).status).toBe(200);
  expect(t.errors).toEqual([]);
});

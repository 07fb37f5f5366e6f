import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldText } from '#core/text.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { compareByBytes } from './migrations/kit.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const readValue = async <T>(query: ReturnType<typeof sql<{ value: T }>>) =>
  (await query.execute(test.db.writer)).rows[0]?.value;

/** C collation sorts capitals first; ordinary collations sort `a` before `B`. */
const expectedCollation = process.env['TEST_DATABASE_COLLATION'];
it.runIf(expectedCollation === 'c' || expectedCollation === 'icu')(
  'uses the collation that the environment specifies',
  async () => {
    expect(await readValue(sql<{ value: boolean }>`select 'a' < 'B' as value`)).toBe(
      expectedCollation === 'icu',
    );
  },
);

it('compares all text columns byte by byte', async () => {
  if (test.db.dialect === 'sqlite') return;
  const { rows } = await sql<{ column: string }>`
    select c.relname || '.' || a.attname as "column" from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join pg_collation l on l.oid = a.attcollation
    where a.attnum > 0 and not a.attisdropped and l.collname <> 'C' and a.atttypid <> 'name'::regtype`.execute(
    test.db.writer,
  );
  expect(rows).toEqual([]);
});

it('converts an existing database to the same collation', async () => {
  if (test.db.dialect === 'sqlite') return;
  const { writer } = test.db;
  await sql`alter table wastage alter column ${sql.ref('dateTime')} type text collate "default"`.execute(
    writer,
  );
  await sql`alter table reviews alter column status type text collate "default"`.execute(writer);
  await compareByBytes(writer as unknown as Kysely<never>);
  const { rows } = await sql<{ name: string }>`select l.collname as name from pg_attribute a
    join pg_collation l on l.oid = a.attcollation
    where (a.attrelid = 'wastage'::regclass and a.attname = 'dateTime')
      or (a.attrelid = 'reviews'::regclass and a.attname = 'status')`.execute(writer);
  expect(rows).toEqual([{ name: 'C' }, { name: 'C' }]);
});

const names = [
  'Zucchini',
  'apple',
  'Äpfel',
  'Basil pesto',
  'Basil',
  'éclair',
  'Eclair B',
  'basil 2',
  'ØL',
  'Oil',
];

it('sorts names the same way on every engine', async () => {
  const admin = test.as('admin');
  for (const [n, name] of names.entries()) {
    const nameAlt = n % 2 === 0 ? null : names[names.length - n];
    expect((await admin.post('/brands', { name, nameAlt, code: `B${9 - n}` })).status).toBe(201);
  }
  const listBrands = async (sort: string, language: string) =>
    (await admin.get(`/brands?sort=${sort}`, { 'accept-language': language })).body as Brand[];
  for (const [language, getDisplayedName] of [
    ['en', ({ name }: Brand) => name],
    ['ar', ({ name, nameAlt }: Brand) => nameAlt ?? name],
  ] as const) {
    const rows = await listBrands('name', language);
    expect(rows).toHaveLength(names.length);
    expect(rows.map(getDisplayedName)).toEqual(rows.map(getDisplayedName).toSorted(compareFolded));
    expect((await listBrands('-name', language)).map(getDisplayedName)).toEqual(
      rows.map(getDisplayedName).toSorted(compareFolded).toReversed(),
    );
  }
});

interface Brand {
  name: string;
  nameAlt: string | null;
}

function compareFolded(a: string, b: string): number {
  const [x, y] = [foldText(a), foldText(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

it('pages orders by branch without gaps or overlaps', async () => {
  const admin = test.as('admin');
  await admin.put(`/branch/${ids.branch1}`, { name: 'éclair bar' });
  await admin.put(`/branch/${ids.branch2}`, { name: 'Dock' });
  for (const branch of [ids.branch1, ids.branch2, ids.branch1, ids.branch2]) {
    const created = await admin.post('/orders', {
      branch,
      deliveryDate: '2026-03-06',
      items: [{ itemId: ids.items.tomato, orderQty: 1 }],
    });
    expect(created.status).toBe(201);
  }
  for (const sort of ['branchName', '-branchName']) {
    const allOrders = (await admin.get(`/orders?sort=${sort}`)).body.orders as {
      _id: string;
      branch: string;
    }[];
    const first = sort === 'branchName' ? ids.branch2 : ids.branch1;
    expect(allOrders.map(({ branch }) => branch === first)).toEqual([true, true, false, false]);
    const paged: string[] = [];
    for (let after = ''; ; after = `&after=${paged.at(-1)}`) {
      const page = (await admin.get(`/orders?sort=${sort}&limit=1${after}`)).body.orders as { _id: string }[];
      if (page.length === 0) break;
      paged.push(...page.map(({ _id }) => _id));
    }
    expect(paged).toEqual(allOrders.map(({ _id }) => _id));
  }
});

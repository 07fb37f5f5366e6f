import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromE4 } from '#core/money.ts';
import { fromMicro } from '#core/quantity.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { type JsonField, jsonArray, jsonObject, jsonText } from './json-sql.ts';
import type { Db } from './types.ts';

let db: Db;
beforeAll(async () => {
  db = await openTestDb();
  await sql`create table samples (position bigint, amount bigint, word text, bit integer, doc text)`.execute(
    db.writer,
  );
});
afterAll(() => db.close());

interface Sample {
  amount: number | null;
  word: string | null;
  bit: number | null;
  doc: string | null;
}

async function read(samples: readonly Sample[], fields: Record<string, JsonField>): Promise<unknown[]> {
  await sql`delete from samples`.execute(db.writer);
  for (const [position, { amount, word, bit, doc }] of samples.entries()) {
    await sql`insert into samples values (${position}, ${amount}, ${word}, ${bit}, ${doc})`.execute(
      db.writer,
    );
  }
  const object = jsonText(db.dialect, jsonObject(db.dialect, fields));
  const { rows } = await sql<{
    json: string;
  }>`select ${object} as json from samples order by position`.execute(db.writer);
  return rows.map(({ json }) => JSON.parse(json));
}

it('formats scaled numbers exactly as the presenters do', async () => {
  const amounts = fc.array(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -9_000_000, max: 9_000_000 })), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(amounts, async (values) => {
      const samples = values.map((amount) => ({ amount, word: null, bit: null, doc: null }));
      const rows = await read(samples, {
        qty: ['amount', 'micro'],
        money: ['amount', 'e4'],
        whole: ['amount', 'integer'],
      });
      expect(rows).toEqual(
        values.map((amount) => ({ qty: fromMicro(amount), money: fromE4(amount), whole: amount })),
      );
    }),
    { numRuns: 25 },
  );
});

it('returns text, booleans, JSON and null unchanged', async () => {
  const word = 'Å "quote" \\ back\nline \u2028 صنف </script>';
  const samples = [
    { amount: null, word, bit: 1, doc: '{"a":[1,null,"x"]}' },
    { amount: null, word: null, bit: 0, doc: '[]' },
    { amount: null, word: '', bit: null, doc: null },
  ];
  const rows = await read(samples, {
    amount: ['amount', 'micro'],
    word: ['word', 'text'],
    bit: ['bit', 'boolean'],
    doc: ['doc', 'json'],
  });
  expect(rows).toEqual([
    { amount: null, word, bit: true, doc: { a: [1, null, 'x'] } },
    { amount: null, word: null, bit: false, doc: [] },
    { amount: null, word: '', bit: null, doc: null },
  ]);
});

it('aggregates rows into an array, empty when there are none', async () => {
  const object = jsonObject(db.dialect, { n: ['position', 'integer'] });
  const aggregate = async (where: string) => {
    const { rows } = await sql<{
      json: string;
    }>`select ${jsonText(db.dialect, jsonArray(db.dialect, object))} as json
      from (select * from samples where ${sql.raw(where)} order by position) as samples`.execute(db.writer);
    return JSON.parse(rows[0]?.json ?? '');
  };
  expect(await aggregate('position >= 1')).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await aggregate('position > 5')).toEqual([]);
});

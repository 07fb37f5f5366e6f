import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInScope } from '#core/permissions.ts';
import { testPeople } from '#core/testing/actors.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { scopeCondition } from './scope.ts';
import type { Db } from './types.ts';

let db: Db;
beforeAll(async () => {
  db = await openTestDb();
});
afterAll(() => db.close());

/** name, branch, kitchen, when it reached the kitchen. */
const rows = [
  ['own', 'b1', 'k1', 'then'],
  ['young', 'b1', 'k1', null],
  ['elsewhere', 'b2', 'k2', 'then'],
] as const;
const lonely = { ...testPeople.branch, branches: [] };
const unplaced = { ...testPeople.kitchen, kitchens: [] };

const seenBy: [who: string, actor: (typeof testPeople)['admin'], names: string][] = [
  ['admin', testPeople.admin, 'elsewhere own young'],
  ['planner', testPeople.planner, 'elsewhere own young'],
  ['branch', testPeople.branch, 'own young'],
  ['otherBranch', testPeople.otherBranch, 'elsewhere'],
  ['kitchen', testPeople.kitchen, 'own'],
  ['otherKitchen', testPeople.otherKitchen, 'elsewhere'],
  ['a branch user without a branch', lonely, ''],
  ['a kitchen user without a kitchen', unplaced, ''],
];

test.each(seenBy)('%s sees the rows of their own locations', async (_, actor, names) => {
  const values = sql.join(
    rows.map((row) => sql`(${sql.join(row.map((cell) => sql`cast(${cell} as text)`))})`),
  );
  const condition = scopeCondition(actor, { branch: 'branch', kitchen: 'kitchen', reached: 'reached' });
  const found = await sql<{
    name: string;
  }>`with documents(name, branch, kitchen, reached) as (values ${values})
    select name from documents where ${condition} order by name`.execute(db.read);
  expect(found.rows.map(({ name }) => name).join(' ')).toBe(names);
  const atHand = rows.filter(([, branch, kitchen, reached]) =>
    isInScope(actor, { branches: [branch], kitchens: reached === null ? [] : [kitchen] }),
  );
  expect(
    atHand
      .map(([name]) => name)
      .toSorted()
      .join(' '),
  ).toBe(names);
});

test('uses one column for both kinds of locations, and adds rows for kitchens', () => {
  const condition = scopeCondition(testPeople.kitchen, {
    branch: 'place',
    additional: (kitchens) => sql`supplier in (${kitchens})`,
  });
  const { sql: text, parameters } = condition.compile(db.read);
  expect(text.replaceAll(/\$\d|"/g, (mark) => (mark === '"' ? '' : '?'))).toBe(
    '(place in (?) or supplier in (?))',
  );
  expect(parameters).toEqual(['k1', 'k1']);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInScope } from '#core/permissions.ts';
import { testActors } from '#core/testing/actors.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { scopeCondition } from './scope.ts';
import type { Db } from './types.ts';

let db: Db;
beforeAll(async () => {
  db = await openTestDb();
});
afterAll(() => db.close());

/** Name, branch, kitchen, and time of arrival at the kitchen. */
const rows = [
  ['arrived', 'b1', 'k1', 'then'],
  ['new', 'b1', 'k1', null],
  ['other', 'b2', 'k2', 'then'],
] as const;
const branchUserWithoutBranch = { ...testActors.branch, branches: [] };
const kitchenUserWithoutKitchen = { ...testActors.kitchen, kitchens: [] };

const visibleRows: [title: string, actor: (typeof testActors)['admin'], names: string][] = [
  ['admin', testActors.admin, 'arrived new other'],
  ['planner', testActors.planner, 'arrived new other'],
  ['branch', testActors.branch, 'arrived new'],
  ['otherBranch', testActors.otherBranch, 'other'],
  ['kitchen', testActors.kitchen, 'arrived'],
  ['otherKitchen', testActors.otherKitchen, 'other'],
  ['a branch user without a branch', branchUserWithoutBranch, ''],
  ['a kitchen user without a kitchen', kitchenUserWithoutKitchen, ''],
];

test.each(visibleRows)('%s sees the rows of their own locations', async (_, actor, names) => {
  const values = sql.join(
    rows.map((row) => sql`(${sql.join(row.map((cell) => sql`cast(${cell} as text)`))})`),
  );
  const condition = scopeCondition(actor, {
    branch: 'branch',
    kitchen: 'kitchen',
    sentToKitchenAt: 'sentToKitchenAt',
  });
  const selected = await sql<{
    name: string;
  }>`with documents(name, branch, kitchen, ${sql.ref('sentToKitchenAt')}) as (values ${values})
    select name from documents where ${condition} order by name`.execute(db.read);
  expect(selected.rows.map(({ name }) => name).join(' ')).toBe(names);
  const inMemory = rows.filter(([, branch, kitchen, sentToKitchenAt]) =>
    isInScope(actor, { branches: [branch], kitchens: sentToKitchenAt === null ? [] : [kitchen] }),
  );
  expect(
    inMemory
      .map(([name]) => name)
      .toSorted()
      .join(' '),
  ).toBe(names);
});

test('uses one column for both location types, and adds rows for kitchens', () => {
  const condition = scopeCondition(testActors.kitchen, {
    branch: 'place',
    additional: (kitchens) => sql`supplier in (${kitchens})`,
  });
  const { sql: text, parameters } = condition.compile(db.read);
  expect(text.replaceAll(/\$\d|"/g, (mark) => (mark === '"' ? '' : '?'))).toBe(
    '(place in (?) or supplier in (?))',
  );
  expect(parameters).toEqual(['k1', 'k1']);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestDb } from '#app/server/testing/databases.ts';
import { tableGrowthLimits } from './table-growth-limits.ts';

it('every table has a documented limit on its growth', async () => {
  const db = await openTestDb();
  const tables = await db.writer.introspection.getTables();
  await db.close();
  const names = new Set(tables.map(({ name }) => name).filter((name) => !/^(kysely|sqlite)_/.test(name)));
  expect(names).toEqual(new Set(Object.keys(tableGrowthLimits)));
  const page = readFileSync(new URL('../../../../docs/growth.md', import.meta.url), 'utf8');
  for (const [name, limit] of Object.entries(tableGrowthLimits))
    expect(page).toContain(`| \`${name}\` | ${limit} |`);
});

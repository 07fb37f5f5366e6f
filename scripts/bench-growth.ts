// `npm run bench:growth`: simulates a day of the medium-sized business (50 branches, 1,000 items, 6,000 order
// lines) through the API on a new SQLite file and measures the growth of each table. `--write` updates
// docs/growth.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { tableGrowthLimits } from '#modules/master-data/server/table-growth-limits.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { Db } from '#platform/server/db/types.ts';
import { cleanUp } from '#app/server/housekeeping/clean-up.ts';
import { archiveAudit } from '#app/server/node/audit-archive.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { dayMs } from '#core/day.ts';
import { createBusinessOfSize, simulateDay } from './bench/growth.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

/** The medium-sized business. */
const business = {
  branches: 50,
  items: 1000,
  ordersPerBranch: 2,
  linesPerOrder: 60,
  linesPerSave: 5,
  wastePerBranch: 5,
};

/** Loads the size of each table with its indexes, in bytes. */
async function loadTableSizes(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{
    name: string;
    bytes: number;
  }>`select coalesce(s.tbl_name, d.name) as name, sum(d.pgsize) as bytes
    from dbstat as d left join sqlite_schema as s on s.name = d.name group by 1`.execute(db.writer);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

const kb = (bytes: number) => (Math.abs(bytes) < 500 ? '0' : Math.round(bytes / 1000).toLocaleString('en'));
const total = (all: ReadonlyMap<string, number>) => [...all.values()].reduce((sum, bytes) => sum + bytes, 0);

const folder = mkdtempSync(join(tmpdir(), 'commissary-growth-'));
try {
  const db = openSqliteFile(join(folder, 'growth.db'));
  await migrate(db);
  const api = await createTestApp({ db });
  const createdBusiness = await createBusinessOfSize(api, business);
  // Temporary rows of the set-up are not part of the day.
  await cleanUp(db, new Date(api.clock.now().getTime() + 31 * dayMs));
  const before = await loadTableSizes(db);
  const { lines, calls } = await simulateDay(api, createdBusiness);
  const after = await loadTableSizes(db);
  await cleanUp(db, new Date(api.clock.now().getTime() + 31 * dayMs));
  const cleaned = await loadTableSizes(db);
  await archiveAudit(db, { folder, keepDays: 31, now: new Date(api.clock.now().getTime() + 40 * dayMs) });
  const archived = await loadTableSizes(db);
  const violations = await reconcile(db.read);
  if (violations.length > 0) throw new Error(violations.map(({ message }) => message).join('\n'));
  await api.close();

  const growth = (sizes: ReadonlyMap<string, number>, name: string) =>
    (sizes.get(name) ?? 0) - (before.get(name) ?? 0);
  const states = [after, cleaned, archived] as const;
  const row = (name: string) =>
    `| ${[name, ...states.map((sizes) => kb(growth(sizes, name)))].join(' | ')} |`;
  const names = [...after.keys()]
    .filter((name) => states.some((sizes) => Math.abs(growth(sizes, name)) >= 500))
    .toSorted((a, b) => growth(after, b) - growth(after, a));
  const all = states.map((sizes) => kb(total(sizes) - total(before)));
  const table = [
    '| table with its indexes | one day, KB | after 31 days of housekeeping, KB | audit archived, KB |',
    '|---|---|---|---|',
    ...names.map(row),
    `| **total** | **${all[0]}** | **${all[1]}** | **${all[2]}** |`,
  ].join('\n');
  console.info(`${lines} order lines, ${calls} calls with an idempotency key\n${table}`);
  if (values.write) writeFileSync(join(import.meta.dirname, '../docs/growth.md'), buildPage(table, lines));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function buildPage(table: string, lines: number): string {
  const rows = Object.entries(tableGrowthLimits).map(([name, limit]) => `| \`${name}\` | ${limit} |`);
  return `# Database growth

## A day of the medium-sized business

Written by \`npm run bench:growth -- --write\`: ${business.branches} branches, ${business.items.toLocaleString('en')} items, ${lines.toLocaleString('en')} order lines on SQLite, all of it
through the API: every branch places ${business.ordersPerBranch} orders of ${business.linesPerOrder} lines, which are approved, accepted, picked with a save after every ${business.linesPerSave}
lines, shipped, and received with as many saves, and wastes ${business.wastePerBranch} items. "Housekeeping" is the hourly cleanup job of a running server;
the archive is written by \`npm run archive -- FOLDER\`. Freed space in the file is reused, and the file does not
shrink. (Negative values appear where audit entries from the initial setup were archived, too.)

${table}

## Growth limit of each table

Tests check that every table is listed here, and that housekeeping and archiving enforce these limits.

| table | limit |
|---|---|
${rows.join('\n')}

## Audit log

\`npm run archive -- FOLDER\` writes entries older than \`AUDIT_KEEP_DAYS\` (default 730 days; at least 31, or
\`forever\`) to \`audit_<first day>_<last day>.jsonl.gz\` in that folder: one entry per line, whole days (UTC) only. The file
is complete, flushed to disk and read back before anything is deleted, and the database refuses to delete entries that are not in a
file. Entries are deleted a few hundred at a time while servers keep running. An interrupted run is completed by the next
one; if a file of that name exists with other content, neither it nor any entry is changed. Run the command monthly from a
timer, with a folder that is backed up. \`npm run reconcile\` also takes archived entries into account.
`;
}

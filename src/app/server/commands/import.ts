import { parseArgs } from 'node:util';
import { fromE4 } from '#core/money.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { type ImportSummary, importNorthwind } from '#app/server/import/northwind/import.ts';
import { readNorthwind } from '#app/server/import/northwind/read.ts';
import { ImportError, formatProblem } from '#app/server/import/problems.ts';
import { createProgressBar } from '#app/server/import/progress.ts';
import { ConfigError } from '#app/server/node/config.ts';
import { resolvePath, runCommand } from './run-command.ts';

const usage = 'Usage: npm run import -- DIR [--skip-bad-rows]';

runCommand(async ({ openDb, print }) => {
  const { folder, skipsBadRows } = readArguments(process.argv.slice(2));
  const data = readFolder(folder);
  for (const problem of data.problems) print(formatProblem(problem));
  const badRows = data.problems.length === 1 ? '1 bad row' : `${data.problems.length} bad rows`;
  if (data.problems.length > 0 && !skipsBadRows) {
    print(`Nothing was imported: ${badRows}. Correct the files, or skip these rows with --skip-bad-rows.`);
    return 1;
  }
  if (data.repairedRows > 0)
    print(`${data.repairedRows} rows contain unquoted commas, which were read as text.`);
  const db = await openDb();
  const startedAt = performance.now();
  const onProgress = createProgressBar(process.stdout, 'Orders');
  const summary = await importNorthwind(data, { db, now: new Date(), onProgress });
  const seconds = (performance.now() - startedAt) / 1000;
  for (const line of buildSummaryLines(summary, seconds)) print(line);
  if (data.problems.length > 0) print(`Skipped ${badRows} and the rows that depend on them.`);
  const violations = await reconcile(db.read);
  for (const { invariant, message } of violations) print(`${invariant}: ${message}`);
  print(`Reconcile: ${violations.length} violations.`);
  return violations.length === 0 ? 0 : 1;
});

function readArguments(args: string[]): { folder: string; skipsBadRows: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'skip-bad-rows': { type: 'boolean' } },
    });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) throw new ConfigError(usage);
    return { folder: resolvePath(folder), skipsBadRows: values['skip-bad-rows'] ?? false };
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(usage);
  }
}

function readFolder(folder: string) {
  try {
    return readNorthwind(folder);
  } catch (error) {
    throw error instanceof ImportError ? new ConfigError(error.message) : error;
  }
}

function buildSummaryLines(summary: ImportSummary, seconds: number): string[] {
  const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 });
  const money = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const rows: [string, string][] = [
    ['items', `${number.format(summary.items)} (${summary.discontinuedItems} discontinued)`],
    ['suppliers', number.format(summary.suppliers)],
    ['item categories', number.format(summary.categories)],
    ['branches', number.format(summary.branches)],
    ['kitchens', number.format(summary.kitchens)],
    ['orders', number.format(summary.orders)],
    ['order lines', number.format(summary.lines)],
    ['units received from suppliers', number.format(summary.unitsReceivedFromSuppliers)],
    ['units shipped', number.format(summary.unitsShipped)],
    ['units received by branches', number.format(summary.unitsReceived)],
    ['value after discounts', money.format(fromE4(summary.valueE4))],
    ['seconds', seconds.toFixed(1)],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return ['Imported:', ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)];
}

import { parseArgs } from 'node:util';
import { reconcile, type Violation } from '#modules/reconcile/server/reconcile.ts';
import { remedies } from '#modules/reconcile/server/remedies.ts';
import type { Db } from '#platform/server/db/types.ts';
import { rebuildClosings } from '#modules/stock/server/closings.ts';
import { rebuildDailyTotals } from '#modules/stock/server/daily-totals.ts';
import { rebuildLots } from '#modules/stock/server/lot-rebuild.ts';
import { rebuildAggregates } from '#modules/stock/server/aggregates.ts';
import { ConfigError } from '#app/server/node/config.ts';
import { runCommand } from './run-command.ts';

runCommand(async ({ openDb, print }) => {
  const isRebuilding = readRebuildOption();
  const db: Db = await openDb();
  const printViolations = (violations: readonly Violation[]) => {
    for (const { invariant, message } of violations) print(`${invariant}: ${message}`);
    for (const invariant of new Set(violations.map(({ invariant }) => invariant)))
      print(`To fix ${invariant}: ${remedies[invariant]}`);
    print(violations.length === 0 ? 'No violations.' : `${violations.length} violations.`);
  };
  let violations = await reconcile(db.read);
  printViolations(violations);
  if (isRebuilding) {
    await db.write(async (tx) => {
      await rebuildDailyTotals(tx);
      await rebuildClosings(tx, new Date());
      await rebuildAggregates(tx, new Date());
      await rebuildLots(tx);
    });
    print('Recomputed the daily, weekly and lot figures from the ledger.');
    violations = await reconcile(db.read);
    printViolations(violations);
  }
  return violations.length === 0 ? 0 : 1;
});

function readRebuildOption(): boolean {
  try {
    return parseArgs({ options: { rebuild: { type: 'boolean', default: false } } }).values.rebuild;
  } catch {
    throw new ConfigError('Usage: npm run reconcile [-- --rebuild]');
  }
}

import { reconcile } from '../db/reconcile.ts';
import { runCommand } from './run-command.ts';

runCommand(async ({ openDb, print }) => {
  const db = await openDb();
  const violations = await reconcile(db.read);
  for (const { invariant, message } of violations) print(`${invariant}: ${message}`);
  print(violations.length === 0 ? 'The books are clean.' : `${violations.length} violations.`);
  return violations.length === 0 ? 0 : 1;
});

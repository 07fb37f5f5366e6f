import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restorePostgres } from '#platform/server/db/node/postgres-copy.ts';
import { restoreSqlite } from '#platform/server/db/node/sqlite-copy.ts';
import { restoreMail } from '#modules/mail/server/pause.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { readConfig, ConfigError } from '#app/server/node/config.ts';
import { isDatabaseEmpty } from '#app/server/node/demonstrate.ts';
import { databaseFile, createFolder, openDatabase } from '#app/server/node/open-database.ts';
import { readFileArgument, runCommand } from './run-command.ts';

/** Throws if user-entered data would be replaced, unless forced. */
async function assertOverwriteAllowed(isForced: boolean): Promise<void> {
  const config = readConfig(process.env, []);
  if (isForced || (!config.databaseUrl && !existsSync(join(config.dataDir, databaseFile)))) return;
  const db = await openDatabase(config);
  const isEmpty = await isDatabaseEmpty(db);
  await db.close();
  if (!isEmpty) throw new ConfigError('The database is not empty. Add --force to replace its contents.');
}

runCommand(async ({ openDb, print }) => {
  const { file, isForced, resumesMail } = readFileArgument('restore');
  if (!existsSync(file)) throw new ConfigError(`File ${file} doesn't exist.`);
  await assertOverwriteAllowed(isForced);
  const { databaseUrl, dataDir } = readConfig(process.env, []);
  if (databaseUrl) await restorePostgres(file, databaseUrl);
  else {
    createFolder(dataDir);
    await restoreSqlite(file, join(dataDir, databaseFile));
  }
  const db = await openDb();
  const sendsMail = await db.write((tx) => restoreMail(tx, new Date(), !resumesMail));
  if (sendsMail && !resumesMail)
    print('Emails are paused. If this server replaces the original, resume them under Branches > Email.');
  const violations = await reconcile(db.read);
  for (const { invariant, message } of violations) print(`${invariant}: ${message}`);
  print(`Restored from ${file}. Reconcile: ${violations.length} violations.`);
  return violations.length === 0 ? 0 : 1;
});

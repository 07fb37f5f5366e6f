import { parseArgs } from 'node:util';
import { archiveAudit } from '#app/server/node/audit-archive.ts';
import { readConfig, ConfigError } from '#app/server/node/config.ts';
import { resolvePath, runCommand } from './run-command.ts';

runCommand(async ({ openDb, print }) => {
  const folder = readFolder();
  const keepDays = readConfig(process.env, []).auditKeepDays;
  if (keepDays === null) {
    print('AUDIT_KEEP_DAYS is forever, so nothing was archived.');
    return 0;
  }
  const { file, rows, deleted } = await archiveAudit(await openDb(), { folder, keepDays, now: new Date() });
  if (file) print(`Archived ${rows} entries to ${file} and deleted ${deleted} from the database.`);
  else if (deleted > 0) print(`Deleted ${deleted} already archived entries from the database.`);
  else print(`No audit entries are older than ${keepDays} days.`);
  return 0;
});

function readFolder(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} });
    const [folder, ...others] = positionals;
    if (folder !== undefined && others.length === 0) return resolvePath(folder);
  } catch {
    // Unknown option: print the usage.
  }
  throw new ConfigError('Usage: npm run archive -- FOLDER');
}

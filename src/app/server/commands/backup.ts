import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backUpPostgres } from '#platform/server/db/node/postgres-copy.ts';
import { backUpSqlite } from '#platform/server/db/node/sqlite-copy.ts';
import { readConfig, ConfigError } from '#app/server/node/config.ts';
import { databaseFile } from '#app/server/node/open-database.ts';
import { readFileArgument, runCommand } from './run-command.ts';

runCommand(async ({ print }) => {
  const { file } = readFileArgument('backup');
  if (!existsSync(dirname(file))) throw new ConfigError(`Folder ${dirname(file)} doesn't exist.`);
  const { databaseUrl, dataDir } = readConfig(process.env, []);
  if (databaseUrl) backUpPostgres(databaseUrl, file);
  else {
    const source = join(dataDir, databaseFile);
    if (!existsSync(source)) throw new ConfigError(`No database in ${dataDir}. Set DATA_DIR to its folder.`);
    await backUpSqlite(source, file);
  }
  print(`Backed up to ${file}.`);
  return 0;
});

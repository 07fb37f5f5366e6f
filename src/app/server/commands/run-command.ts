import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Db } from '#platform/server/db/types.ts';
import { readConfig, ConfigError } from '#app/server/node/config.ts';
import { openDatabase } from '#app/server/node/open-database.ts';

interface CommandTools {
  /** Opens the configured database (DATABASE_URL, or SQLite in DATA_DIR) and brings it up to date. */
  openDb(): Promise<Db>;
  print(line: string): void;
}

/**
 * Runs one maintenance command: closes the database, prints errors that the operator can correct as one
 * sentence, and exits with the command's exit code.
 */
export function runCommand(command: (tools: CommandTools) => Promise<number>): void {
  let db: Db | undefined;
  const tools: CommandTools = {
    openDb: async () => (db = await openDatabase(readConfig(process.env, []))),
    print: (line) => process.stdout.write(`${line}\n`),
  };
  command(tools)
    .catch((error: unknown) => {
      console.error(error instanceof Error && !isBug(error) ? error.message : error);
      return 1;
    })
    .then(async (code) => {
      await db?.close();
      process.exitCode = code;
    })
    .catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
}

/**
 * Returns whether an error is a bug. Bugs are printed with their stack, other errors as a sentence for the
 * operator.
 */
function isBug(error: Error): boolean {
  return !['Error', 'ConfigError', 'NewerDatabaseError', 'DevelopmentDatabaseError'].includes(error.name);
}

/**
 * Resolves a path against the folder in which the user called npm, because npm runs scripts in the project's
 * folder.
 */
export function resolvePath(argument: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', argument);
}

interface FileArgument {
  file: string;
  isForced: boolean;
  resumesMail: boolean;
}

/**
 * Reads the arguments of `npm run backup -- FILE` and `npm run restore -- FILE [--force] [--resume-mail]`.
 */
export function readFileArgument(command: 'backup' | 'restore'): FileArgument {
  const usage = `Usage: npm run ${command} -- FILE${command === 'restore' ? ' [--force] [--resume-mail]' : ''}`;
  try {
    const flag = { type: 'boolean', default: false } as const;
    const options = { force: flag, 'resume-mail': flag };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0)
      return {
        file: resolvePath(file),
        isForced: values.force,
        resumesMail: values['resume-mail'],
      };
  } catch {
    // Unknown option: print the usage.
  }
  throw new ConfigError(usage);
}

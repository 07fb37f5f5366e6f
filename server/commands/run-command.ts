import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Db } from '../db/types.ts';
import { readConfig, StartError } from '../node/config.ts';
import { openDatabase } from '../node/open-database.ts';

interface CommandTools {
  /** Opens the configured database (DATABASE_URL, or SQLite in DATA_DIR) and brings it up to date. */
  openDb(): Promise<Db>;
  print(line: string): void;
}

/**
 * Runs one command of the house to its end: the database is closed, what can be mended is told in one sentence,
 * and the program ends with the code that the command answers.
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

/** An error that the operator can correct is a sentence; one that only we can correct is printed with its stack. */
function isBug(error: Error): boolean {
  return !['Error', 'StartError', 'NewerDatabaseError'].includes(error.name);
}

/** A path as the person typed it: npm runs its scripts in the project's folder, wherever it was called. */
export function resolvePath(argument: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', argument);
}

/** The one file that `npm run backup -- FILE` and `npm run restore -- FILE [--force]` take. */
export function readFileArgument(command: 'backup' | 'restore'): { file: string; isForced: boolean } {
  const usage = `Usage: npm run ${command} -- FILE${command === 'restore' ? ' [--force]' : ''}`;
  try {
    const options = { force: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [file, ...others] = positionals;
    if (file !== undefined && others.length === 0) return { file: resolvePath(file), isForced: values.force };
  } catch {
    // An unknown option: the usage says what is known.
  }
  throw new StartError(usage);
}

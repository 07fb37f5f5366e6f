import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { migrationTable, assertUpgradable } from '../migrate.ts';

const debianHome = '/usr/lib/postgresql';

/**
 * Returns the path of a program of the newest installed PostgreSQL version, or only its name, so that it is
 * looked up in `PATH`.
 */
function findProgram(name: string): string {
  const versions = existsSync(debianHome) ? readdirSync(debianHome).map(Number).filter(Number.isFinite) : [];
  const newestFirst = versions.toSorted((a, b) => b - a);
  const paths = newestFirst.map((version) => join(debianHome, String(version), 'bin', name));
  return paths.find((path) => existsSync(path)) ?? name;
}

/**
 * Runs one of PostgreSQL's programs on a database. The password is passed in the environment, where other
 * users can't read it; all other connection options stay as they are.
 */
function runOnDatabase(name: string, url: string, args: string[]): void {
  const { database, env } = parseUrl(url);
  const { status, stderr } = runProgram(name, [...args, database], env);
  if (status !== 0) throw new Error(`${name} failed: ${stderr.trim()}`);
}

function parseUrl(url: string) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return {
    database: `--dbname=${address.href}`,
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  };
}

function runProgram(name: string, args: string[], env = process.env) {
  const result = spawnSync(findProgram(name), args, { env, encoding: 'utf8' });
  if (result.error) throw new Error(`${name} wasn't found. Install PostgreSQL's client programs.`);
  return result;
}

/**
 * Dumps a PostgreSQL database that may be in use into a new file, as a consistent snapshot.
 *
 * @throws Error if the file exists
 */
export function backUpPostgres(url: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} already exists. Choose another file name.`);
  const unfinished = `${to}.unfinished`;
  try {
    runOnDatabase('pg_dump', url, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--file=${unfinished}`,
    ]);
    renameSync(unfinished, to);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * SQL that drops all tables and functions in the migration table's schema. A newer version may have added
 * some that the dump doesn't contain, and references to them would block dropping.
 */
const clearSchema = `
do $clearing$
declare
  ours constant oid[] := array(select relnamespace from pg_catalog.pg_class where relname = '${migrationTable}' and relkind = 'r');
  name text;
begin
  for name in select oid::regclass from pg_catalog.pg_class where relkind in ('r', 'p') and relnamespace = any (ours) loop
    execute 'drop table ' || name || ' cascade';
  end loop;
  for name in select oid::regprocedure from pg_catalog.pg_proc as routine where pronamespace = any (ours)
      and not exists (select 1 from pg_catalog.pg_depend where objid = routine.oid and deptype = 'e') loop
    execute 'drop routine ' || name || ' cascade';
  end loop;
end $clearing$;
`;

/**
 * Replaces a PostgreSQL database's contents with a dump, including objects added by a newer version, in one
 * transaction. Changes nothing on errors.
 *
 * @throws Error if the file isn't a dump or the server rejects it, NewerDatabaseError,
 *   DevelopmentDatabaseError
 */
export async function restorePostgres(from: string, url: string): Promise<void> {
  assertUpgradable(listMigrations(from));
  runProgram('psql', ['--version']);
  const { database, env } = parseUrl(url);
  const reader = spawn(
    findProgram('pg_restore'),
    ['--clean', '--if-exists', '--no-owner', '--file=-', from],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const writer = spawn(findProgram('psql'), ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', database], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // A program that has failed closes its input; its message is read below.
  writer.stdin.on('error', () => undefined);
  const [readerErrors, writerErrors] = [text(reader.stderr), text(writer.stderr)];
  const bothClosed = Promise.all([once(reader, 'close'), once(writer, 'close')]);
  writer.stdin.write(`begin;${clearSchema}`);
  await pipeline(reader.stdout, writer.stdin, { end: false }).catch(() => reader.kill());
  if (reader.exitCode === null && reader.signalCode === null) await once(reader, 'exit');
  // Without the commit everything is rolled back.
  if (reader.exitCode === 0) writer.stdin.write('commit;\n');
  writer.stdin.end();
  const [[readerExitCode], [writerExitCode]] = await bothClosed;
  if (writerExitCode !== 0) throw new Error(`psql failed: ${(await writerErrors).trim()}`);
  if (readerExitCode !== 0) throw new Error(`pg_restore failed: ${(await readerErrors).trim()}`);
}

/** Returns the migrations of a dump, read from the dump's copy of the migration table. */
function listMigrations(dump: string): string[] {
  const args = ['--data-only', `--table=${migrationTable}`, '--file=-', dump];
  const { status, stdout } = runProgram('pg_restore', args);
  const copied = /^COPY [^\n]*\n([\s\S]*?)^\\\.$/m.exec(stdout)?.[1];
  if (status !== 0 || copied === undefined)
    throw new Error(`${dump} is not a backup of a PostgreSQL database of Commissary.`);
  return copied
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t')[0] ?? '');
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { migrationTable, assertUpgradable } from '../migrate.ts';

const debianHome = '/usr/lib/postgresql';

/** Returns the program of the newest installed PostgreSQL, or its bare name for a lookup on the path. */
function programOf(name: string): string {
  const versions = existsSync(debianHome) ? readdirSync(debianHome).map(Number).filter(Number.isFinite) : [];
  const newestFirst = versions.toSorted((a, b) => b - a);
  const paths = newestFirst.map((version) => join(debianHome, String(version), 'bin', name));
  return paths.find((path) => existsSync(path)) ?? name;
}

/**
 * Runs one of PostgreSQL's programs on a database. The password is passed in the environment, where other
 * users can't read it; all other connection options stay as they are.
 */
function run(name: string, url: string, args: string[]): void {
  const { database, env } = addressOf(url);
  const { status, stderr } = start(name, [...args, database], env);
  if (status !== 0) throw new Error(`${name} failed: ${stderr.trim()}`);
}

function addressOf(url: string) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return {
    database: `--dbname=${address.href}`,
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  };
}

function start(name: string, args: string[], env = process.env) {
  const ended = spawnSync(programOf(name), args, { env, encoding: 'utf8' });
  if (ended.error)
    throw new Error(`${name} is needed and was not found: install PostgreSQL's client programs.`);
  return ended;
}

/**
 * Dumps a PostgreSQL database in use, as one snapshot, into a new file.
 *
 * @throws Error when the file exists
 */
export function backUpPostgres(url: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} already exists. Choose another file name.`);
  const unfinished = `${to}.unfinished`;
  try {
    run('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${unfinished}`]);
    renameSync(unfinished, to);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Drops all tables and functions next to the migration table: a later version may have added some that the
 * dump doesn't contain, and references to them would block dropping.
 */
const clearing = `
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
 * Replaces the contents of a PostgreSQL database by a dump, in one transaction, including objects of a later
 * version.
 *
 * @throws Error when the file is no dump or the server refuses, NewerDatabaseError, DevelopmentDatabaseError; then nothing has changed
 */
export async function restorePostgres(from: string, url: string): Promise<void> {
  assertUpgradable(migrationsIn(from));
  start('psql', ['--version']);
  const { database, env } = addressOf(url);
  const reading = spawn(programOf('pg_restore'), ['--clean', '--if-exists', '--no-owner', '--file=-', from], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const writing = spawn(programOf('psql'), ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', database], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // A program that has failed closes its input; its message is read below.
  writing.stdin.on('error', () => undefined);
  const [unread, refused] = [text(reading.stderr), text(writing.stderr)];
  const ends = Promise.all([once(reading, 'close'), once(writing, 'close')]);
  writing.stdin.write(`begin;${clearing}`);
  await pipeline(reading.stdout, writing.stdin, { end: false }).catch(() => reading.kill());
  if (reading.exitCode === null && reading.signalCode === null) await once(reading, 'exit');
  // Without the commit everything is rolled back.
  if (reading.exitCode === 0) writing.stdin.write('commit;\n');
  writing.stdin.end();
  const [[hasRead], [hasWritten]] = await ends;
  if (hasWritten !== 0) throw new Error(`psql failed: ${(await refused).trim()}`);
  if (hasRead !== 0) throw new Error(`pg_restore failed: ${(await unread).trim()}`);
}

/** Returns the migrations of a dump, read from the dump's copy of the migration table. */
function migrationsIn(dump: string): string[] {
  const args = ['--data-only', `--table=${migrationTable}`, '--file=-', dump];
  const { status, stdout } = start('pg_restore', args);
  const copied = /^COPY [^\n]*\n([\s\S]*?)^\\\.$/m.exec(stdout)?.[1];
  if (status !== 0 || copied === undefined)
    throw new Error(`${dump} is not a backup of a PostgreSQL database of ours.`);
  return copied
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t')[0] ?? '');
}

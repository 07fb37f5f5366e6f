import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bookkeeping, refuseNewer } from '../migrate.ts';

const debianHome = '/usr/lib/postgresql';

/** The program of the newest PostgreSQL on this machine, or its bare name to be looked up on the path. */
function programOf(name: string): string {
  const versions = existsSync(debianHome) ? readdirSync(debianHome).map(Number).filter(Number.isFinite) : [];
  const newestFirst = versions.toSorted((a, b) => b - a);
  const paths = newestFirst.map((version) => join(debianHome, String(version), 'bin', name));
  return paths.find((path) => existsSync(path)) ?? name;
}

/**
 * Runs one of PostgreSQL's own programs on a database. The password goes by the
 * environment, where nobody else reads it; everything else of the address (host, socket, TLS) stays as it is.
 */
function run(name: string, url: string, args: string[]): void {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const { status, stderr } = start(name, [...args, `--dbname=${address.href}`], env);
  if (status !== 0) throw new Error(`${name} failed: ${stderr.trim()}`);
}

function start(name: string, args: string[], env = process.env) {
  const ended = spawnSync(programOf(name), args, { env, encoding: 'utf8' });
  if (ended.error)
    throw new Error(`${name} is needed and was not found: install PostgreSQL's client programs.`);
  return ended;
}

/** Dumps a PostgreSQL database in use, as of one moment, into a new file. Throws when the file exists. */
export function backUpPostgres(url: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to} exists already: name a new file.`);
  const unfinished = `${to}.unfinished`;
  try {
    run('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${unfinished}`]);
    renameSync(unfinished, to);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Replaces what a PostgreSQL database holds by a dump, in one transaction.
 *
 * @throws Error when the file is no dump or the server refuses, NewerDatabaseError; nothing is changed then.
 */
export function restorePostgres(from: string, url: string): void {
  refuseNewer(migrationsIn(from));
  const whole = ['--clean', '--if-exists', '--no-owner', '--single-transaction', '--exit-on-error'];
  run('pg_restore', url, [...whole, from]);
}

/** The migrations that the database of a dump had seen: the rows of one table, as the dump would copy them in. */
function migrationsIn(dump: string): string[] {
  const args = ['--data-only', `--table=${bookkeeping}`, '--file=-', dump];
  const { status, stdout } = start('pg_restore', args);
  const copied = /^COPY [^\n]*\n([\s\S]*?)^\\\.$/m.exec(stdout)?.[1];
  if (status !== 0 || copied === undefined)
    throw new Error(`${dump} is not a backup of a PostgreSQL database of ours.`);
  return copied
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t')[0] ?? '');
}

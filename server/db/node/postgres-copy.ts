import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const debianHome = '/usr/lib/postgresql';

/** The program of the newest PostgreSQL on this machine, or its bare name to be looked up on the path. */
function programOf(name: string): string {
  const versions = existsSync(debianHome) ? readdirSync(debianHome).map(Number).filter(Number.isFinite) : [];
  const newestFirst = versions.toSorted((a, b) => b - a);
  const paths = newestFirst.map((version) => join(debianHome, String(version), 'bin', name));
  return paths.find((path) => existsSync(path)) ?? name;
}

/** Runs one of PostgreSQL's own programs; the address goes by the environment, where nobody else reads it. */
function run(name: string, url: string, args: string[]): void {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const env = {
    ...process.env,
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  };
  const { error, status, stderr } = spawnSync(programOf(name), args, { env, encoding: 'utf8' });
  if (error) throw new Error(`${name} is needed and was not found: install PostgreSQL's client programs.`);
  if (status !== 0) throw new Error(`${name} failed: ${stderr.trim()}`);
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

/** Replaces what a PostgreSQL database holds by a dump, in one transaction. */
export function restorePostgres(from: string, url: string): void {
  const args = [
    '--clean',
    '--if-exists',
    '--no-owner',
    '--single-transaction',
    '--exit-on-error',
    '--dbname=',
  ];
  const { pathname } = new URL(url);
  args[args.length - 1] += decodeURIComponent(pathname.slice(1));
  run('pg_restore', url, [...args, from]);
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { findPostgres } from './pg-binaries.ts';
import { scratchFolder } from './scratch-folder.ts';

/** A throw-away PostgreSQL on a loopback port. */
export interface ThrowawayPostgres {
  /** `postgres://...` of a superuser, database `commissary`. */
  url: string;
  port: number;
  pid: number;
  /** A new, empty database on the same server; answers its url. */
  createDatabase(name: string): Promise<string>;
  /** The same with the collation of an ordinary installation (ICU's English); null where this server knows no ICU. */
  createIcuDatabase(name: string): Promise<string | null>;
  /** Ends the server and starts it again on the same files: `fast` as an administrator does, `crash` the hard way. */
  restart(how: 'fast' | 'crash'): Promise<void>;
  /** Stops the server and removes its files, unless they are kept. */
  stop(): Promise<void>;
}

const user = 'commissary';

/**
 * For tests that never kill the server, and whose databases live for seconds: nothing is forced to the disk, no query is compiled, and
 * nothing is cleaned up meanwhile.
 */
const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  jit: 'off',
  autovacuum: 'off',
};

/**
 * Starts a PostgreSQL of its own in a new temporary folder, durable unless told otherwise; in memory then. Answers null where the
 * machine has no server program and none can be installed. Refuses (throws, with the server's own words) when
 * there is one that does not start.
 *
 * @param keptIn works in this folder, with the databases that are in it already, and leaves it there
 */
export async function startPostgres({
  isDurable = true,
  keptIn,
}: {
  isDurable?: boolean;
  keptIn?: string | undefined;
} = {}): Promise<ThrowawayPostgres | null> {
  const binaries = findPostgres();
  if (binaries === null) return null;

  const folder =
    keptIn ?? (isDurable ? mkdtempSync(join(tmpdir(), 'commissary-pg-')) : scratchFolder('commissary-pg-'));
  const owner = unprivilegedUser();
  const identity = owner ?? {};
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const isThere = existsSync(passwordFile);
  const password = isThere ? readFileSync(passwordFile, 'utf8') : randomBytes(12).toString('hex');
  if (!isThere) {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    writeFileSync(passwordFile, password);
    for (const path of [folder, data, passwordFile])
      if (owner !== null) chownSync(path, owner.uid, owner.gid);
    initialize(binaries, { folder, data, passwordFile, identity });
  }

  const port = await freePort();
  const urlOf = (database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...(!isDurable && forgetful),
  };
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const launch = async () => {
    const server = spawn(join(binaries, 'postgres'), args, {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await answering(server, urlOf('postgres'));
    return server;
  };

  let server = await launch();
  const createDatabase = async (name: string) => {
    await ask(urlOf('postgres'), `create database "${name}"`);
    return urlOf(name);
  };
  const createIcuDatabase = async (name: string) => {
    try {
      await ask(
        urlOf('postgres'),
        `create database "${name}" template template0 locale_provider icu icu_locale 'en-US'`,
      );
    } catch (error) {
      if (error instanceof Error && /icu/i.test(error.message)) return null;
      throw error;
    }
    return urlOf(name);
  };
  if (!isThere) await createDatabase(user);
  return {
    url: urlOf(user),
    port,
    get pid() {
      return server.pid ?? 0;
    },
    createDatabase,
    createIcuDatabase,
    async restart(how) {
      await ended(server, how === 'crash' ? 'SIGQUIT' : 'SIGINT');
      server = await launch();
    },
    async stop() {
      // Nothing is written out that is removed at once.
      await ended(server, keptIn === undefined ? 'SIGQUIT' : 'SIGINT');
      if (keptIn === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the files of a server. @throws Error with the program's own words. */
function initialize(
  binaries: string,
  at: { folder: string; data: string; passwordFile: string; identity: { uid?: number; gid?: number } },
): void {
  const { folder, data, passwordFile, identity } = at;
  const initdb = spawnSync(
    join(binaries, 'initdb'),
    [
      '-D',
      data,
      '-U',
      user,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      // The files outlive the server's end, and need not outlive the machine's.
      '--no-sync',
    ],
    { ...identity, cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr || initdb.error?.message}`);
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody`. Null when we are not root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(row?.[2] ?? 65534), gid: Number(row?.[3] ?? 65534) };
}

/** Waits until the server takes connections; at most 30 s, or until it ended by itself. */
async function answering(server: ChildProcess, url: string): Promise<void> {
  let said = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && server.exitCode === null) {
    try {
      await ask(url, 'select 1');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  server.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start: ${said}`);
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await exit;
}

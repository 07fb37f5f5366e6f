import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { findPostgres } from './pg-binaries.ts';
import { createScratchFolder } from './scratch-folder.ts';

/** A temporary PostgreSQL on a loopback port. */
export interface TemporaryPostgres {
  /** `postgres://...` of a superuser, database `commissary`. */
  url: string;
  port: number;
  pid: number;
  /** Creates an empty database on the same server; returns its URL. */
  createDatabase(name: string): Promise<string>;
  /**
   * Creates a database with ICU's English collation, as typical installations have; returns null if the
   * server lacks ICU.
   */
  createIcuDatabase(name: string): Promise<string | null>;
  /**
   * Restarts the server on the same files: `fast` shuts it down as an administrator would, `crash` kills it.
   */
  restart(mode: 'fast' | 'crash'): Promise<void>;
  /** Stops the server and removes its files, unless `persistentFolder` is set. */
  stop(): Promise<void>;
}

const user = 'commissary';

/** Settings for tests that never kill the server: no fsync, no JIT, no autovacuum. */
const nonDurableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  jit: 'off',
  autovacuum: 'off',
};

/**
 * Starts PostgreSQL in a new temporary folder: durable by default, otherwise in memory. Returns null if there
 * is no server program on this machine and none can be installed.
 *
 * @param persistentFolder folder whose databases are reused
 * @throws Error with the server's message if it doesn't start
 */
export async function startPostgres({
  isDurable = true,
  persistentFolder,
}: {
  isDurable?: boolean;
  persistentFolder?: string | undefined;
} = {}): Promise<TemporaryPostgres | null> {
  const binaries = findPostgres();
  if (binaries === null) return null;

  const folder =
    persistentFolder ??
    (isDurable ? mkdtempSync(join(tmpdir(), 'commissary-pg-')) : createScratchFolder('commissary-pg-'));
  const owner = findUnprivilegedUser();
  const identity = owner ?? {};
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const exists = existsSync(passwordFile);
  const password = exists ? readFileSync(passwordFile, 'utf8') : randomBytes(12).toString('hex');
  if (!exists) {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    writeFileSync(passwordFile, password);
    for (const path of [folder, data, passwordFile])
      if (owner !== null) chownSync(path, owner.uid, owner.gid);
    initialize(binaries, { folder, data, passwordFile, identity });
  }

  const port = await findFreePort();
  const getUrl = (database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...(!isDurable && nonDurableSettings),
  };
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const startServer = async () => {
    const server = spawn(join(binaries, 'postgres'), args, {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await waitUntilReady(server, getUrl('postgres'));
    return server;
  };

  let server = await startServer();
  const createDatabase = async (name: string) => {
    await execute(getUrl('postgres'), `create database "${name}"`);
    return getUrl(name);
  };
  const createIcuDatabase = async (name: string) => {
    try {
      await execute(
        getUrl('postgres'),
        `create database "${name}" template template0 locale_provider icu icu_locale 'en-US'`,
      );
    } catch (error) {
      if (error instanceof Error && /icu/i.test(error.message)) return null;
      throw error;
    }
    return getUrl(name);
  };
  if (!exists) await createDatabase(user);
  return {
    url: getUrl(user),
    port,
    get pid() {
      return server.pid ?? 0;
    },
    createDatabase,
    createIcuDatabase,
    async restart(mode) {
      await stopServer(server, mode === 'crash' ? 'SIGQUIT' : 'SIGINT');
      server = await startServer();
    },
    async stop() {
      // A temporary server needs no clean shutdown.
      await stopServer(server, persistentFolder === undefined ? 'SIGQUIT' : 'SIGINT');
      if (persistentFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Runs initdb.
 *
 * @throws Error with the program's message
 */
function initialize(
  binaries: string,
  options: { folder: string; data: string; passwordFile: string; identity: { uid?: number; gid?: number } },
): void {
  const { folder, data, passwordFile, identity } = options;
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
      // The files must survive a crash of the server, but not of the machine.
      '--no-sync',
    ],
    { ...identity, cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr || initdb.error?.message}`);
}

/**
 * Returns the user `postgres` or `nobody`, because PostgreSQL refuses to run as root. Null if this process
 * isn't root.
 */
function findUnprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(row?.[2] ?? 65534), gid: Number(row?.[3] ?? 65534) };
}

/** Waits until the server accepts connections (for at most 30 s) or has exited. */
async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  let log = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000);
  });
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && server.exitCode === null) {
    try {
      await execute(url, 'select 1');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  server.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start: ${log}`);
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await exit;
}

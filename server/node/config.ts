import { parseArgs } from 'node:util';

/** What the environment and the command line say; each value has a default that works on a fresh machine. */
export interface Config {
  host: string;
  port: number;
  /** Where the SQLite file is; created when missing. */
  dataDir: string;
  /** A PostgreSQL address; null means SQLite. */
  databaseUrl: string | null;
  poolSize: number;
  /** Leave a new database without the demonstration business. */
  isEmpty: boolean;
  /** People reach this server through a proxy that speaks TLS and sets X-Forwarded-For. */
  isBehindProxy: boolean;
  logLevel: string;
}

/** An error that is told in one sentence and ends the program. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const { values } = parse(args);
  return {
    host: env['HOST'] ?? '127.0.0.1',
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    dataDir: env['DATA_DIR'] ?? './data',
    databaseUrl: databaseUrl(env['DATABASE_URL']),
    poolSize: wholeNumber(env, 'DATABASE_POOL', 10, 1, 1000),
    isEmpty: values.empty ?? false,
    isBehindProxy: env['TRUST_PROXY'] === '1',
    logLevel: env['LOG_LEVEL'] ?? 'warn',
  };
}

function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  initial: number,
  min: number,
  max: number,
): number {
  const value = Number(env[name] ?? initial);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new StartError(`${name} is ${env[name]}: a number from ${min} to ${max} is expected.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { empty: { type: 'boolean' } } });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

function databaseUrl(text: string | undefined): string | null {
  if (!text) return null;
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return text;
  throw new StartError(
    'DATABASE_URL is not a PostgreSQL address: postgres://user:password@host:5432/database is expected.',
  );
}

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

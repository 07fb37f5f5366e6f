import { isIP } from 'node:net';
import { parseArgs } from 'node:util';

/** Settings from the environment and the command line; each has a default that works on a new machine. */
export interface Config {
  host: string;
  port: number;
  /** Folder of the SQLite file; created when missing. */
  dataDir: string;
  /** A PostgreSQL URL; null means SQLite. */
  databaseUrl: string | null;
  poolSize: number;
  /** True: a new database stays empty, without demo data. */
  isEmpty: boolean;
  /** Whether users reach this server through a proxy that terminates TLS and sets X-Forwarded-For. */
  isBehindProxy: boolean;
  logLevel: string;
  /** Number of days of audit log that `npm run archive` leaves in the database; null for all. */
  auditKeepDays: number | null;
}

/** An error whose message is printed before the program exits. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Log levels, from none to everything. */
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];
const yesOrNo = ['0', '1'];

/**
 * Reads environment and command line; an empty variable counts as absent.
 *
 * @throws ConfigError that names the variable and the expected value
 */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const { values } = parseOptions(args);
  const config = {
    host: readHost(env),
    port: readWholeNumber(env, 'PORT', 3000, 0, 65_535),
    dataDir: readText(env, 'DATA_DIR') ?? './data',
    databaseUrl: parseDatabaseUrl(readText(env, 'DATABASE_URL')),
    poolSize: readWholeNumber(env, 'DATABASE_POOL', 10, 1, 1000),
    isEmpty: values.empty ?? false,
    isBehindProxy: readChoice(env, 'TRUST_PROXY', yesOrNo, '0') === '1',
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, 'warn'),
    auditKeepDays:
      readText(env, 'AUDIT_KEEP_DAYS') === 'forever'
        ? null
        : readWholeNumber(env, 'AUDIT_KEEP_DAYS', 730, 31, 36_500, ', or forever'),
  };
  if (values.demo) assertDemonstrationPossible(config);
  return config;
}

/**
 * Checks that `--demo` is possible: it is the default for a new database, and an error if the demo data
 * wouldn't be seeded.
 */
function assertDemonstrationPossible(config: Config): void {
  if (config.isEmpty) throw new ConfigError('Use either --demo or --empty, not both.');
  if (isReachable(config))
    throw new ConfigError(
      "The demo users' password is public, so --demo requires HOST=127.0.0.1 and no TRUST_PROXY.",
    );
}

const readText = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined;

function readHost(env: NodeJS.ProcessEnv): string {
  const value = readText(env, 'HOST') ?? '127.0.0.1';
  if (isIP(value) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)) return value;
  throw new ConfigError(`HOST is ${value}. Use an address such as 127.0.0.1 or 0.0.0.0, or a host name.`);
}

function readChoice(
  env: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly string[],
  fallback: string,
): string {
  const value = readText(env, name) ?? fallback;
  if (allowed.includes(value)) return value;
  throw new ConfigError(`${name} is ${value}. Use one of: ${allowed.join(', ')}.`);
}

function readWholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
  alternative = '',
): number {
  const value = readText(env, name) ?? String(fallback);
  if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw new ConfigError(`${name} is ${value}. Use a number from ${min} to ${max}${alternative}.`);
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { demo: { type: 'boolean' }, empty: { type: 'boolean' } } });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function parseDatabaseUrl(text: string | undefined): string | null {
  if (!text) return null;
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text) && isEncoded(text)) return text;
  throw new ConfigError(
    "DATABASE_URL isn't a PostgreSQL URL. Use postgres://user:password@host:5432/database.",
  );
}

/** Returns whether the URL is percent-encoded: a percent sign in a password must be written as %25. */
function isEncoded(url: string): boolean {
  try {
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}

/** Returns whether an address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Returns whether other machines can reach the server, directly or through a proxy. */
export function isReachable({ host, isBehindProxy }: Pick<Config, 'host' | 'isBehindProxy'>): boolean {
  return isBehindProxy || !isLoopback(host);
}

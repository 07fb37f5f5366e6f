import { describe, expect, it } from 'vitest';
import { isLoopback, readConfig, ConfigError } from './config.ts';

describe('the configuration', () => {
  it('has a default for every setting', () => {
    expect(readConfig({}, [])).toEqual({
      auditKeepDays: 730,
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      databaseUrl: null,
      poolSize: 10,
      isEmpty: false,
      isBehindProxy: false,
      logLevel: 'warn',
    });
  });

  it('reads the environment and the command line', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: '/srv',
      DATABASE_URL: 'postgres://u:p@db/commissary',
      TRUST_PROXY: '1',
    };
    expect(readConfig(env, ['--empty'])).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      dataDir: '/srv',
      databaseUrl: 'postgres://u:p@db/commissary',
      isBehindProxy: true,
      isEmpty: true,
    });
  });

  it('X10: accepts --demo if a new database would be seeded with demo data, and rejects it otherwise', () => {
    expect(readConfig({}, ['--demo'])).toEqual(readConfig({}, []));
    expect(() => readConfig({}, ['--demo', '--empty'])).toThrow('--demo or --empty, not both');
    for (const env of [{ HOST: '0.0.0.0' }, { TRUST_PROXY: '1' }])
      expect(() => readConfig(env, ['--demo'])).toThrow(/requires HOST=127\.0\.0\.1 and no TRUST_PROXY/);
  });

  it('treats empty values as absent', () => {
    const names = [
      'HOST',
      'PORT',
      'DATA_DIR',
      'DATABASE_URL',
      'DATABASE_POOL',
      'TRUST_PROXY',
      'LOG_LEVEL',
      'AUDIT_KEEP_DAYS',
    ];
    const empty = Object.fromEntries(names.map((name) => [name, ' ']));
    expect(readConfig(empty, [])).toEqual(readConfig({}, []));
  });

  it.each([
    [{ LOG_LEVEL: 'loud' }, [], 'LOG_LEVEL'],
    [{ LOG_LEVEL: 'toString' }, [], 'LOG_LEVEL'],
    [{ AUDIT_KEEP_DAYS: '30' }, [], 'AUDIT_KEEP_DAYS'],
    [{ AUDIT_KEEP_DAYS: 'never' }, [], 'AUDIT_KEEP_DAYS'],
    [{ TRUST_PROXY: 'yes' }, [], 'TRUST_PROXY'],
    [{ HOST: 'http://here' }, [], 'HOST'],
    [{ HOST: '127.0.0.1:3000' }, [], 'HOST'],
    [{ PORT: '0x50' }, [], 'PORT'],
    [{ PORT: '1e3' }, [], 'PORT'],
    [{ PORT: '-1' }, [], 'PORT'],
    [{ DATABASE_POOL: '2.5' }, [], 'DATABASE_POOL'],
    [{ DATABASE_POOL: '1001' }, [], 'DATABASE_POOL'],
    [{ DATABASE_URL: 'postgres://u:100%@db/x' }, [], 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://u:p@db:99999/x' }, [], 'DATABASE_URL'],
    [{ PORT: 'x' }, [], 'PORT'],
    [{ PORT: '70000' }, [], 'PORT'],
    [{ DATABASE_POOL: '0' }, [], 'DATABASE_POOL'],
    [{ DATABASE_URL: 'mysql://x' }, [], 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://' }, [], 'DATABASE_URL'],
    [{}, ['--nonsense'], '--nonsense'],
  ])('names the invalid setting in %j %j', (env, args, word) => {
    expect(() => readConfig(env, args)).toThrow(ConfigError);
    expect(() => readConfig(env, args)).toThrow(word);
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example.com', false],
])('detects whether %s is a loopback address', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

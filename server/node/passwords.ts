import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { PasswordHasher } from '../http/route.ts';
import { atMost } from './at-most.ts';

const argon2id = promisify(argon2);

/** 64 MiB, 3 passes, 1 lane. */
const cost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 };
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;

/**
 * Hashes passwords with argon2id, at most as many at once as there are cores, so that sign-ins cannot starve the rest.
 * `deriveKey` is handed in by tests that count how often it runs.
 */
export function createPasswordHasher(deriveKey: typeof argon2id = argon2id): PasswordHasher {
  const turns = atMost(availableParallelism());
  const derive = (password: string, salt: Buffer): Promise<Buffer> =>
    turns.run(() => deriveKey('argon2id', { ...cost, message: Buffer.from(password), nonce: salt }));

  /** Stands in for accounts that do not exist: verifying takes as long. */
  const nobodysSalt = randomBytes(16);

  return {
    async hash(password) {
      const salt = randomBytes(16);
      const tag = await derive(password, salt);
      return `${prefix}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
    },
    async verify(password, hash) {
      const [salt, tag] = hash?.startsWith(`${prefix}$`) ? hash.slice(prefix.length + 1).split('$') : [];
      const expected = Buffer.from(tag ?? '', 'base64url');
      const actual = await derive(password, salt ? Buffer.from(salt, 'base64url') : nobodysSalt);
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { limitConcurrency } from '#platform/server/db/limit-concurrency.ts';
import type { PasswordHasher } from '#platform/server/http/services.ts';

const argon2id = promisify(argon2);

/** Cost of a hash: memory in KiB, passes, lanes, and bytes of output. */
export interface Argon2Cost {
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
}

/** 64 MiB, 3 passes, 1 lane. */
const currentCost: Argon2Cost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 };

/** Limits for a stored hash: a more expensive one is rejected without being computed. */
const maxCost = { memory: 4 * 65_536, passes: 10, parallelism: 4, bytes: 64 };
const minCost = { memory: 8, passes: 1, parallelism: 1, saltBytes: 8, tagBytes: 16 };

/** PHC string format; salt and tag in either base64 alphabet. */
const phc =
  /^\$argon2id\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,10})\$([\w+/-]{1,128})={0,2}\$([\w+/-]{1,128})={0,2}$/;

interface StoredHash {
  cost: Argon2Cost;
  salt: Buffer;
  tag: Buffer;
}

/** Parses a stored hash with its cost. Returns null if it is invalid or exceeds the limits. */
function parseHash(stored: string | null): StoredHash | null {
  const [, m, t, p, saltText = '', tagText = ''] = phc.exec(stored ?? '') ?? [];
  if (m === undefined) return null;
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  const salt = Buffer.from(saltText, 'base64url');
  const tag = Buffer.from(tagText, 'base64url');
  const isWithinLimits =
    memory >= minCost.memory * parallelism &&
    memory <= maxCost.memory &&
    passes >= minCost.passes &&
    passes <= maxCost.passes &&
    parallelism >= minCost.parallelism &&
    parallelism <= maxCost.parallelism &&
    salt.length >= minCost.saltBytes &&
    salt.length <= maxCost.bytes &&
    tag.length >= minCost.tagBytes &&
    tag.length <= maxCost.bytes;
  return isWithinLimits ? { cost: { memory, passes, parallelism, tagLength: tag.length }, salt, tag } : null;
}

const isSame = (a: Argon2Cost, b: Argon2Cost): boolean =>
  a.memory === b.memory &&
  a.passes === b.passes &&
  a.parallelism === b.parallelism &&
  a.tagLength === b.tagLength;

interface HasherOptions {
  /** Cost of new hashes; existing hashes stay valid and are rehashed at the next sign-in. */
  cost?: Argon2Cost;
  /** For tests that count its calls. */
  deriveKey?: typeof argon2id;
}

/**
 * Creates the password hasher (argon2id), which runs as many hashes concurrently as there are cores, so that
 * sign-ins can't starve other work.
 */
export function createPasswordHasher({
  cost = currentCost,
  deriveKey = argon2id,
}: HasherOptions = {}): PasswordHasher {
  const concurrency = availableParallelism();
  const limiter = limitConcurrency(concurrency);
  const derive = (password: string, salt: Buffer, hashCost: Argon2Cost): Promise<Buffer> =>
    limiter.run(() => deriveKey('argon2id', { ...hashCost, message: Buffer.from(password), nonce: salt }));

  /** Used for accounts that don't exist, so that verification takes equally long. */
  const dummyHash: StoredHash = { cost, salt: randomBytes(16), tag: Buffer.alloc(0) };

  return {
    concurrency,
    async hash(password) {
      const salt = randomBytes(16);
      const tag = await derive(password, salt, cost);
      const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
      return `$argon2id$v=19$${parameters}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
    },
    async verify(password, stored) {
      const hash = parseHash(stored) ?? dummyHash;
      const actual = await derive(password, hash.salt, hash.cost);
      return hash.tag.length === actual.length && timingSafeEqual(hash.tag, actual);
    },
    isCurrent(stored) {
      const hash = parseHash(stored);
      return hash !== null && isSame(hash.cost, cost);
    },
  };
}

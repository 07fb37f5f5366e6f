import type { PasswordHasher } from '#platform/server/http/services.ts';

const currentIterations = 1000;
/** Maximum number of iterations of a stored hash; a more expensive hash is rejected without computing it. */
const maxIterations = 1_000_000;
const encoder = new TextEncoder();

interface StoredHash {
  iterations: number;
  salt: string;
  expected: string;
}

/**
 * PBKDF2 with WebCrypto, for server code in a browser tab, where argon2 isn't available. It only protects
 * demo data in the visitor's own tab, so it is deliberately fast.
 */
export const webCryptoPasswords: PasswordHasher = {
  concurrency: 2,
  async hash(password) {
    const salt = toHex(crypto.getRandomValues(new Uint8Array(16)));
    return `pbkdf2:${currentIterations}:${salt}:${await derive(password, salt, currentIterations)}`;
  },
  async verify(password, stored) {
    const hash = parseHash(stored ?? '');
    const actual = await derive(password, hash?.salt ?? '', hash?.iterations ?? currentIterations);
    return actual === hash?.expected;
  },
  isCurrent: (stored) => parseHash(stored)?.iterations === currentIterations,
};

/** Parses a stored hash. Early hashes don't contain the number of iterations, which was 1,000. */
function parseHash(stored: string): StoredHash | null {
  const [, count, salt, expected] = /^pbkdf2:(?:(\d{1,9}):)?([\da-f]{32}):([\da-f]{64})$/.exec(stored) ?? [];
  const iterations = Number(count ?? 1000);
  if (salt === undefined || expected === undefined || iterations < 1 || iterations > maxIterations)
    return null;
  return { iterations, salt, expected };
}

async function derive(password: string, salt: string, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations };
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)));
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

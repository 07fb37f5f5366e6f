import type { PasswordHasher } from '#server/http/route.ts';

const iterations = 1000;
const encoder = new TextEncoder();

/**
 * PBKDF2 by WebCrypto, for the server code that runs in a browser tab: there is no argon2 there. It guards a
 * demonstration that lives in the visitor's own tab, so it is quick on purpose.
 */
export const webCryptoPasswords: PasswordHasher = {
  async hash(password) {
    const salt = toHex(crypto.getRandomValues(new Uint8Array(16)));
    return `pbkdf2:${salt}:${await derive(password, salt)}`;
  },
  async verify(password, hash) {
    const [scheme, salt = '', expected] = (hash ?? '').split(':');
    const actual = await derive(password, salt);
    return scheme === 'pbkdf2' && actual === expected;
  },
};

async function derive(password: string, salt: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations };
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)));
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

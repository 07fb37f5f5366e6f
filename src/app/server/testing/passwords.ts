import { sha256 } from '#platform/server/http/tokens.ts';
import type { PasswordHasher } from '#platform/server/http/services.ts';

/** Hashes instantly, because tests sign in a thousand times. Never used outside tests. */
export const quickPasswords: PasswordHasher = {
  hash: async (password) => `quick:${await sha256(password)}`,
  concurrency: 8,
  isCurrent: (hash) => hash.startsWith('quick:'),
  verify: async (password, hash) => `quick:${await sha256(password)}` === hash,
};

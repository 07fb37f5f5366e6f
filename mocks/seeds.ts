import { seedMinimalBusiness, testPassword } from '#app/server/testing/minimal-business.ts';
import { createSnapshot } from '#app/server/testing/snapshots.ts';
import { webCryptoPasswords } from './passwords.ts';

/** One kitchen, two branches, five items and the demo users; no orders. Created in milliseconds. */
export async function createMinimalSnapshot(now: Date): Promise<Uint8Array> {
  const passwordHash = await webCryptoPasswords.hash(testPassword);
  return createSnapshot((db) => db.write((tx) => seedMinimalBusiness(tx, now, passwordHash)));
}

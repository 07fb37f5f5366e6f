import { migrate } from '#platform/server/db/migrate.ts';
import { createPasswordHasher } from '#app/server/node/passwords.ts';
import { seedMinimalBusiness, testPassword } from '#app/server/testing/minimal-business.ts';
import type { FaultDatabase } from './engines.ts';

/** Seeds the minimal business into a new database, for a server that is started on it afterwards. */
export async function seedMinimalDatabase(database: FaultDatabase): Promise<FaultDatabase> {
  const db = database.open();
  await migrate(db);
  const passwordHash = await createPasswordHasher().hash(testPassword);
  await db.write((tx) => seedMinimalBusiness(tx, new Date(), passwordHash));
  await db.close();
  return database;
}

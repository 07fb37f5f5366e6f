import { localDate } from '#domain/planning/cutoff.ts';
import type { PasswordHasher } from '../../http/route.ts';
import type { Db } from '../types.ts';
import { insertBranches, insertItems, insertLevels } from './business-rows.ts';
import { readBranches, readItems } from './model.ts';
import { insertPeople } from './people.ts';
import { tellStory } from './plan/story.ts';
import { seededRandom } from './random.ts';
import { insertReference, insertSuppliers, readSuppliers } from './reference-rows.ts';
import { seedIds } from './seed-ids.ts';
import { tell } from './tell.ts';

/** What everybody signs in with in a demonstration business. */
export const demonstrationPassword = 'commissary-demo';

const lastSecondMs = 1000;

/**
 * Fills an empty database with the demonstration business: one kitchen, eight branches, their catalogue, and the
 * sixty days of orders, deliveries, sales and waste that lead up to the clock's now. The same for everybody on the
 * same day; all of it goes through the services of the application in one transaction, or nothing does.
 */
export async function seedDemonstration(
  db: Db,
  clock: { now(): Date },
  passwords: Pick<PasswordHasher, 'hash'>,
): Promise<void> {
  const now = clock.now();
  const passwordHash = await passwords.hash(demonstrationPassword);
  const [kitchen, ...branches] = readBranches();
  if (!kitchen) throw new Error('The seed has no kitchen.');
  const items = readItems();
  const today = localDate(now, kitchen.timezone);
  const told = tellStory({
    items,
    kitchen,
    branches,
    suppliers: readSuppliers().map(({ code, weekdays }) => ({ code, weekdays })),
    today,
    nowMs: now.getTime() - lastSecondMs,
    random: seededRandom(Number(today.replaceAll('-', ''))),
  });
  const ids = seedIds(told.openedAt);
  const at = new Date(told.openedAt).toISOString();
  await db.write(async (tx) => {
    await insertReference(tx, ids, at);
    await insertSuppliers(tx, ids, at);
    await insertBranches(tx, ids, at, kitchen, branches);
    await insertItems(tx, ids, at, items);
    await insertLevels(tx, ids, at, told.levels);
    const actors = await insertPeople(tx, ids, at, passwordHash);
    await tell({ tx, dialect: db.dialect, ids, actors }, told.events);
  });
}

import type { Db } from '../db/types.ts';
import type { PasswordHasher } from '../http/services.ts';
import { type Config, isReachable } from './config.ts';

interface DemonstrateOptions {
  db: Db;
  clock: { now(): Date };
  passwords: PasswordHasher;
  config: Pick<Config, 'host' | 'isBehindProxy' | 'isEmpty'>;
}

/** Whether nobody has put anything into the database yet. */
export async function isNew({ read }: Db): Promise<boolean> {
  for (const table of ['users', 'branches', 'items'] as const) {
    if (await read.selectFrom(table).select('_id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/**
 * Fills a new database with the demonstration business, unless it is to stay empty or others could reach it. True
 * when it did. The business's code is loaded for this alone.
 */
export async function demonstrate({ db, clock, passwords, config }: DemonstrateOptions): Promise<boolean> {
  if (config.isEmpty || isReachable(config) || !(await isNew(db))) return false;
  const { seedDemonstration } = await import('../seed/demonstration.ts');
  await seedDemonstration(db, clock, passwords);
  return true;
}

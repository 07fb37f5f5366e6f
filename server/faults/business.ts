import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/node/postgres.ts';
import type { Db } from '../db/types.ts';
import { createTestClient, type TestClient } from '../testing/client.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import type { Engine } from './engines.ts';

/** Connections of one process: as many clients as press at once in these tests. */
const poolSize = 20;

/** The API in this process over a database that is a real file, or a real server. */
export interface Business extends TestApp {
  /** The same database under another process's app: nothing in memory is shared. */
  restart(): Promise<(client: TestClient) => TestClient>;
  drop(): Promise<void>;
}

/** A minimal business on an engine of this machine. `wrap` may put something between the app and its database. */
export async function openBusiness(engine: Engine, wrap: (db: Db) => Db = (db) => db): Promise<Business> {
  const database = await engine.create();
  const url = database.env['DATABASE_URL'];
  const db = url ? openPostgres({ url, poolSize }) : database.open();
  await migrate(db);
  const t = await createTestApp({ db: wrap(db) });
  return {
    ...t,
    async restart() {
      const { app } = await createTestApp({ db, isEmpty: true });
      return (client) => createTestClient(app, client.token);
    },
    async drop() {
      await t.close();
      database.drop();
    },
  };
}

/** How many of each status came. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

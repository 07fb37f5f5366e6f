import type { Db } from '#platform/server/db/types.ts';
import { createTestClient, type TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import type { FaultEngine } from './engines.ts';

/** The API in this process, with its database in a file or on a PostgreSQL server. */
export interface Business extends TestApp {
  /** Opens the same database in a new app, as another process would: nothing in memory is shared. */
  restart(): Promise<(client: TestClient) => TestClient>;
  drop(): Promise<void>;
}

/** Creates the API with a minimal business on the given engine. `wrap` may wrap its database. */
export async function openBusiness(
  engine: FaultEngine,
  wrap: (db: Db) => Db = (db) => db,
): Promise<Business> {
  const db = await engine.openMigrated();
  const t = await createTestApp({ db: wrap(db) });
  return {
    ...t,
    async restart() {
      const { app } = await createTestApp({ db, isEmpty: true });
      return (client) => createTestClient(app, client.token);
    },
    drop: () => t.close(),
  };
}

/** Counts responses by status. */
export function countByStatus(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

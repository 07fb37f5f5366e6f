import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { getResponse } from 'msw';
import { openSqliteMemory } from '#server/db/node/sqlite.ts';
import { readStaticFiles, serveDashboard } from '#server/node/static-files.ts';
import { plainImages } from '#server/testing/plain-images.ts';
import { createMockedApp } from './app.ts';
import { demonstrationSnapshot } from './demonstration-seed.ts';
import { type FaultStore, faultsInMemory } from './faults.ts';
import { apiHandlers } from './handlers.ts';
import { testInstant } from './test-clock.ts';

/** What every test of a worker begins with: the built dashboard, and the demonstration business as a file. */
export interface MockedParts {
  dashboard: ReturnType<typeof serveDashboard>;
  snapshot: Uint8Array;
}

/** Reads both once. */
export async function readMockedParts(): Promise<MockedParts> {
  const files = await readStaticFiles(join(import.meta.dirname, '../dist'));
  return {
    dashboard: serveDashboard(files),
    snapshot: await demonstrationSnapshot(new Date(testInstant)),
  };
}

/** The dashboard and a mocked API behind it, on one address. */
export interface MockedSite {
  url: string;
  /** What goes wrong from now on. */
  faults: FaultStore;
  close(): Promise<void>;
}

/**
 * Serves the built dashboard on the mocked API of `mocks/handlers.ts`, with a business of its own. The API is in this process, so that
 * a page has nothing to start: loading one takes a third of the work that it takes with the mock that lives in its tab, which
 * e2e/mocked-api.mocked.spec.ts goes through.
 */
export async function startMockedSite(
  { dashboard, snapshot }: MockedParts,
  clockShiftMs: number,
): Promise<MockedSite> {
  const db = openSqliteMemory(snapshot);
  const clock = { now: () => new Date(Date.now() + clockShiftMs) };
  const { app, events, jobs } = createMockedApp({ db, clock, images: plainImages });
  const faults = faultsInMemory();
  const handlers = apiHandlers(() => app, faults);

  const site = new Hono<{ Bindings: HttpBindings }>();
  site.all('/api/*', async (c) => {
    const answer = await getResponse(handlers, c.req.raw);
    return answer === undefined || answer.type === 'error' ? hangUp(c) : answer;
  });
  site.get('*', dashboard);
  const server = createAdaptorServer({ fetch: site.fetch }) as Server;
  // A browser sends again by itself what is cut off on a connection that had carried something before.
  server.maxRequestsPerSocket = 1;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    async close() {
      events.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await jobs.stop(5000);
      await db.close();
    },
  };
}

/** The connection is gone before anything was said. */
function hangUp(c: Context<{ Bindings: HttpBindings }>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

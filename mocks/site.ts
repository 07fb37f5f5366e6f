import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { getResponse } from 'msw';
import { openSqliteMemory } from '#platform/server/db/node/sqlite.ts';
import { readStaticFiles, serveDashboard } from '#app/server/node/static-files.ts';
import { plainImages } from '#app/server/testing/plain-images.ts';
import { createMockedApp } from './app.ts';
import { loadDemonstrationSnapshot } from './demonstration-seed.ts';
import { type FaultStore, createMemoryFaultStore } from './faults.ts';
import { createApiHandlers } from './handlers.ts';
import { testInstant } from './test-clock.ts';

/** The built dashboard and a snapshot of the demo business, shared by the tests of a worker. */
export interface MockedParts {
  dashboard: ReturnType<typeof serveDashboard>;
  snapshot: Uint8Array;
}

/** Reads the built dashboard and the snapshot. */
export async function readMockedParts(): Promise<MockedParts> {
  const files = await readStaticFiles(join(import.meta.dirname, '../dist'));
  return {
    dashboard: serveDashboard(files),
    snapshot: await loadDemonstrationSnapshot(new Date(testInstant)),
  };
}

/** The dashboard and a mocked API on one origin. */
export interface MockedSite {
  url: string;
  /** Faults for subsequent requests. */
  faults: FaultStore;
  close(): Promise<void>;
}

/**
 * Serves the built dashboard and the mocked API of `mocks/handlers.ts`, with a business of its own. The API
 * runs in this process, so a page loads in a third of the time of the in-tab mock, which
 * e2e/mocked-api.mocked.spec.ts covers.
 */
export async function startMockedSite(
  { dashboard, snapshot }: MockedParts,
  clockShiftMs: number,
): Promise<MockedSite> {
  const db = openSqliteMemory(snapshot);
  const clock = { now: () => new Date(Date.now() + clockShiftMs) };
  const { app, events, jobs } = createMockedApp({ db, clock, images: plainImages });
  const faults = createMemoryFaultStore();
  const handlers = createApiHandlers(() => app, faults);

  const site = new Hono<{ Bindings: HttpBindings }>();
  site.all('/api/*', async (c) => {
    const response = await getResponse(handlers, c.req.raw);
    return response === undefined || response.type === 'error' ? closeConnection(c) : response;
  });
  site.get('*', dashboard);
  const server = createAdaptorServer({ fetch: site.fetch }) as Server;
  // Browsers retry automatically when a reused connection is cut.
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

/** Closes the connection without a response. */
function closeConnection(c: Context<{ Bindings: HttpBindings }>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

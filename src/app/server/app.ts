import { type Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Db } from '#platform/server/db/types.ts';
import { strictTransport } from '#platform/server/http/headers.ts';
import { createDenialLog } from '#platform/server/http/denials.ts';
import { createEventBus } from '#platform/server/http/events.ts';
import { type Mailer, noMailer } from '#platform/server/jobs/mailer.ts';
import { createSignInQueue } from '#platform/server/http/sign-in-queue.ts';
import { registerRoutes } from '#platform/server/http/register.ts';
import { buildServerHeaders } from '#platform/server/http/respond.ts';
import { syncVersions } from '#platform/documents/server/versions.ts';
import type { EventBus, Images, Log, PasswordHasher, Services } from '#platform/server/http/services.ts';
import { enqueueOutlookRefresh } from '#modules/demand/server/outlook-cache.ts';
import { recostAfterWrites } from '#modules/recipes/server/after-writes.ts';
import { routes } from './routes.ts';

/** Platform services that differ between a server process and a browser tab. */
export interface AppOptions {
  /** Already migrated. */
  db: Db;
  clock: { now(): Date };
  passwords: PasswordHasher;
  images: Images;
  log: Log;
  /** Sends mail; absent if there is no network. */
  mailer?: Mailer;
  /** Pass one in to be able to stop it; created when absent. */
  events?: EventBus;
  /** The client's address, for rate limits and the audit log; `unknown` if there is no network. */
  clientAddress?(c: Context): string;
  /** Whether users reach this server over TLS only: adds Strict-Transport-Security. */
  isSecure?: boolean;
  /** Whether other machines can reach the server: if so, sign-in with a public password is rejected. */
  isReachable?: boolean;
  /** Called after a commit that enqueued a job. */
  wakeJobs?(): void;
}

/**
 * Creates the complete API without listening on a port: `createApp(...).request('/api/health')`. Importing
 * the module has no side effects.
 */
export function createApp({
  db,
  clock,
  passwords,
  images,
  log,
  mailer = noMailer,
  events,
  clientAddress,
  isSecure = false,
  isReachable = false,
  wakeJobs = () => undefined,
}: AppOptions): Hono {
  // Hono's default router tries RegExpRouter first, which cannot mix literals and parameters in one segment
  // and fails after 400 routes.
  const app = new Hono({ router: new TrieRouter() });
  const signIns = createSignInQueue(passwords.concurrency);
  const services: Services = {
    clock,
    passwords,
    signIns,
    images,
    log,
    mailer,
    wakeJobs,
    async beforeCommit(tx, events, now, audited = []) {
      await syncVersions(tx, audited);
      await recostAfterWrites(tx, events, now);
      await enqueueOutlookRefresh(tx, events, now);
    },
    events: events ?? createEventBus(db.channel, log),
  };
  const kernel = {
    db,
    services,
    denials: createDenialLog(db, log, clock),
    headers: buildServerHeaders(isSecure ? strictTransport : null),
    clientAddress: clientAddress ?? (() => 'unknown'),
    isReachable,
    isSecure,
  };
  registerRoutes(app, kernel, routes);
  return app;
}

import { type Context, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Db } from './db/types.ts';
import { strictTransport } from './http/headers.ts';
import { createDenialLog } from './http/denials.ts';
import { createEventBus } from './http/events.ts';
import { type Mailer, noMailer } from './jobs/mailer.ts';
import { createSignInQueue } from './http/sign-in-queue.ts';
import { registerRoutes } from './http/register.ts';
import { serverHeaders } from './http/respond.ts';
import { raiseVersions } from './documents/versions.ts';
import type { EventBus, Images, Log, PasswordHasher, Services } from './http/services.ts';
import { enqueueOutlookRefresh } from './modules/demand/outlook-cache.ts';
import { recostAfterWrites } from './modules/recipes/after-writes.ts';
import { routes } from './modules/routes.ts';

/** What differs between a machine and a browser tab. */
export interface AppOptions {
  /** Migrated already. */
  db: Db;
  clock: { now(): Date };
  passwords: PasswordHasher;
  images: Images;
  log: Log;
  /** What hands mails to a mail server; absent where there is no network to reach one by. */
  mailer?: Mailer;
  /** Handed in by who needs to stop it; made when absent. */
  events?: EventBus;
  /** The client's address, for limits and the audit; `unknown` where there is no network. */
  clientAddress?(c: Context): string;
  /** Whether people reach this server over TLS only: adds Strict-Transport-Security. */
  isSecure?: boolean;
  /** Whether others than this machine can reach the server: nobody signs in with a public password there. */
  isReachable?: boolean;
  /** Called after a commit that leaves something to be done by a job. */
  wakeJobs?(): void;
}

/** The whole API as a value: `createApp(...).request('/api/health')`. Nothing listens, nothing is read at import. */
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
  // The usual one tries another first, which cannot tell a word from a parameter in one place and gives up, after 400 routes.
  const app = new Hono({ router: new TrieRouter() });
  const signIns = createSignInQueue(passwords.atOnce);
  const services: Services = {
    clock,
    passwords,
    signIns,
    images,
    log,
    mailer,
    wakeJobs,
    async beforeCommit(tx, events, now, audited = []) {
      await raiseVersions(tx, audited);
      await recostAfterWrites(tx, events, now);
      await enqueueOutlookRefresh(tx, events, now);
    },
    events: events ?? createEventBus(db.channel, log),
  };
  const kernel = {
    db,
    services,
    denials: createDenialLog(db, log, clock),
    headers: serverHeaders(isSecure ? strictTransport : null),
    clientAddress: clientAddress ?? (() => 'unknown'),
    isReachable,
    isSecure,
  };
  registerRoutes(app, kernel, routes);
  return app;
}

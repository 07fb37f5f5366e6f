import { type AppOptions, createApp } from '#server/app.ts';
import { createEventBus } from '#server/http/events.ts';
import type { EventBus, Log } from '#server/http/services.ts';
import { noMailer } from '#server/jobs/mailer.ts';
import type { JobRunner } from '#server/jobs/runner.ts';
import { createServerJobs } from '#server/modules/jobs/registry.ts';
import { webCryptoPasswords } from './passwords.ts';

const log: Log = {
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/** The real server code as a mocked API, with what has to be stopped where it does not end with its tab. */
export function createMockedApp(parts: Pick<AppOptions, 'db' | 'clock' | 'images'>): {
  app: ReturnType<typeof createApp>;
  events: EventBus;
  jobs: JobRunner;
} {
  const events = createEventBus(undefined, log);
  const jobs = createServerJobs({ ...parts, log, events, mailer: noMailer });
  const app = createApp({
    ...parts,
    passwords: webCryptoPasswords,
    log,
    events,
    // What is left to be done is done here and now; nothing is done by itself.
    wakeJobs: () => void jobs.runDue(),
  });
  return { app, events, jobs };
}

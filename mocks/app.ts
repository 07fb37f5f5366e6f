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

/** Creates the mocked API from the real server code, and returns what must be stopped with it. */
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
    // Runs pending jobs immediately; nothing is scheduled.
    wakeJobs: () => void jobs.runDue(),
  });
  return { app, events, jobs };
}

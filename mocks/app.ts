import { type AppOptions, createApp } from '#app/server/app.ts';
import { createEventBus } from '#platform/server/http/events.ts';
import type { EventBus, Log } from '#platform/server/http/services.ts';
import { noMailer } from '#platform/server/jobs/mailer.ts';
import type { JobRunner } from '#platform/server/jobs/runner.ts';
import { createServerJobs } from '#app/server/jobs/registry.ts';
import { webCryptoPasswords } from './passwords.ts';

const log: Log = {
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/** Creates the mocked API from the real server code. The caller must stop the events and the jobs. */
export function createMockedApp(services: Pick<AppOptions, 'db' | 'clock' | 'images'>): {
  app: ReturnType<typeof createApp>;
  events: EventBus;
  jobs: JobRunner;
} {
  const events = createEventBus(undefined, log);
  const jobs = createServerJobs({ ...services, log, events, mailer: noMailer });
  const app = createApp({
    ...services,
    passwords: webCryptoPasswords,
    log,
    events,
    // Runs pending jobs immediately; nothing is scheduled.
    wakeJobs: () => void jobs.runDue(),
  });
  return { app, events, jobs };
}

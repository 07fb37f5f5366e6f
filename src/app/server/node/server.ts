import type { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type AppOptions, createApp } from '#app/server/app.ts';
import { createEventBus } from '#platform/server/http/events.ts';
import type { EventBus } from '#platform/server/http/services.ts';
import { strictTransport } from '#platform/server/http/headers.ts';
import type { JobRunner } from '#platform/server/jobs/runner.ts';
import { createServerJobs } from '#app/server/jobs/registry.ts';
import { type Config, isReachable, ConfigError } from './config.ts';
import { smtpMailer } from './mailer.ts';
import { readStaticFiles, serveDashboard } from './static-files.ts';

/** Time limit for requests in flight after SIGTERM. */
const drainMs = 10_000;
/** Time limit for closing database connections; acknowledged data is already on disk. */
const closeMs = 3000;
/** Time limit for running jobs before they are returned to other servers. */
const jobsMs = 7000;

interface ServerOptions extends Pick<AppOptions, 'db' | 'clock' | 'passwords' | 'images' | 'log'> {
  config: Config;
  distDir: string;
}

/**
 * Serves the API and dashboard on one port until SIGTERM or SIGINT.
 *
 * @returns the address to open
 */
export async function startServer({
  db,
  clock,
  passwords,
  images,
  log,
  config,
  distDir,
}: ServerOptions): Promise<string> {
  const isSecure = config.isBehindProxy;
  const events = createEventBus(db.channel, log);
  // Start listening early. If the database is unavailable, the next stream tries again.
  events.waitUntilReady().catch(() => undefined);
  const jobs = createServerJobs({ db, clock, log, events, mailer: smtpMailer });
  const app = createApp({
    db,
    clock,
    passwords,
    images,
    log,
    mailer: smtpMailer,
    events,
    isSecure,
    isReachable: isReachable(config),
    wakeJobs: () => jobs.wake(),
    clientAddress: createAddressReader(config.isBehindProxy),
  });
  const dashboard = serveDashboard(
    await readStaticFiles(distDir),
    isSecure ? { 'strict-transport-security': strictTransport } : {},
  );
  app.get('*', dashboard);
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  const port = await listen(server, config);
  jobs.start();
  stopOnSignals(server, events, jobs, () => db.close());
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function createAddressReader(isBehindProxy: boolean) {
  return (c: Context): string => {
    const forwarded = isBehindProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
    return forwarded || ((c.env as HttpBindings | undefined)?.incoming?.socket.remoteAddress ?? 'unknown');
  };
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Stop the other program, or set PORT to another number.`
          : `Can't listen on ${host}:${port} (${error.message}). Check HOST and PORT.`;
      reject(new ConfigError(message));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Stops accepting requests and jobs, lets those in flight finish, closes the database and exits with 0.
 * Doesn't wait for a database that is unreachable.
 */
function stopOnSignals(
  server: Server,
  events: EventBus,
  jobs: JobRunner,
  closeDatabase: () => Promise<void>,
): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    events.stop();
    const jobsStopped = jobs.stop(jobsMs);
    const drainTimer = setTimeout(() => server.closeAllConnections(), drainMs);
    const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(drainTimer);
      clearInterval(idleTimer);
      void jobsStopped.then(() => {
        setTimeout(() => process.exit(0), closeMs);
        void closeDatabase().finally(() => process.exit(0));
      });
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

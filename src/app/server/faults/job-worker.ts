// A worker in a separate process: runs the jobs of `f31-jobs.test.ts` until it is killed or stopped.
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import { noMailer } from '#platform/server/jobs/mailer.ts';
import { createDatabaseClock, createJobRunner } from '#platform/server/jobs/runner.ts';
import { silentNotifier } from '#app/server/testing/jobs.ts';
import { numberedRowJob, leaseMs } from './numbered-row-job.ts';

const { DATABASE_URL: url, DATA_DIR: folder = '' } = process.env;
const db = url ? openPostgres({ url, poolSize: 4 }) : openSqliteFile(`${folder}/commissary.db`);
const clock = { now: () => new Date() };
const print = (_fields: Record<string, unknown>, message: string) =>
  void process.stdout.write(`${message}\n`);
const runner = createJobRunner({
  db,
  clock,
  databaseNow: createDatabaseClock(db, clock),
  jobs: [numberedRowJob],
  schedules: [],
  mailer: noMailer,
  random: Math.random,
  log: { warn: print, error: print },
  notify: silentNotifier,
  leaseMs,
  pollMs: 50,
});
runner.start();
process.stdout.write('ready\n');
// A runner's timers don't keep its process alive.
const keepAliveTimer = setInterval(() => undefined, 1000);
process.once('SIGTERM', () => {
  void runner.stop(5000).then(async () => {
    clearInterval(keepAliveTimer);
    await db.close();
  });
});

import type { Db } from '#platform/server/db/types.ts';
import { createJobNotifier } from '#platform/server/http/job-events.ts';
import type { EventBus, Log } from '#platform/server/http/services.ts';
import type { JobDefinition } from '#platform/server/jobs/define-job.ts';
import { createDatabaseClock, createJobRunner, type JobRunner } from '#platform/server/jobs/runner.ts';
import type { Mailer } from '#platform/server/jobs/mailer.ts';
import type { ScheduledJob } from '#platform/server/jobs/schedules.ts';
import { postCount } from '#modules/stock-counts/server/post-job.ts';
import { hourlyOutlooks, refreshOutlooks } from '#modules/demand/server/outlook-cache.ts';
import { updateDemandShapes, nightlyDemandShapes } from '#modules/demand/server/profiles.ts';
import { housekeeping, hourlyHousekeeping } from '#app/server/housekeeping/clean-up.ts';
import {
  endLostMails,
  hourlyLostMails,
  mailDue,
  loadMailSchedules,
  sendMail,
} from '#modules/mail/server/jobs.ts';
import { hourlyRecallReminders, remindOfRecalls } from '#modules/recalls/server/notify.ts';
import { hourlyRecost, recostRecipes } from '#modules/recipes/server/after-writes.ts';
import { recalculateSales } from '#modules/sales/server/recalculate.ts';
import { closeBooks } from '#modules/settings/server/close-books-job.ts';
import { closeWeeks, nightlyClosings } from '#modules/stock/server/closings.ts';
import { createHourlyRequeue, createRequeueLostJob } from './requeue-lost.ts';

const ownJobs: readonly JobDefinition[] = [
  housekeeping,
  mailDue,
  postCount,
  recostRecipes,
  recalculateSales,
  updateDemandShapes,
  closeBooks,
  closeWeeks,
  refreshOutlooks,
  sendMail,
  endLostMails,
  remindOfRecalls,
];
const requeueLost = createRequeueLostJob(ownJobs);

/** All job kinds of this version. */
export const jobs: readonly JobDefinition[] = [...ownJobs, requeueLost];

/** Scheduled jobs of the server. */
export const schedules: readonly ScheduledJob[] = [
  hourlyHousekeeping,
  hourlyRecost,
  nightlyDemandShapes,
  nightlyClosings,
  hourlyOutlooks,
  hourlyLostMails,
  hourlyRecallReminders,
  createHourlyRequeue(requeueLost),
];

interface ServerJobsOptions {
  db: Db;
  clock: { now(): Date };
  log: Log;
  events: EventBus;
  mailer: Mailer;
}

/** Creates the job runner, for a server or a browser tab. */
export function createServerJobs({ db, clock, log, events, mailer }: ServerJobsOptions): JobRunner {
  return createJobRunner({
    db,
    clock,
    databaseNow: createDatabaseClock(db, clock),
    jobs,
    schedules,
    userSchedules: loadMailSchedules,
    mailer,
    random: Math.random,
    log,
    notify: createJobNotifier(events),
  });
}

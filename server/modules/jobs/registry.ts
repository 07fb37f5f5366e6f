import type { Db } from '../../db/types.ts';
import { createJobNotifier } from '../../http/job-events.ts';
import type { EventBus, Log } from '../../http/services.ts';
import type { JobDefinition } from '../../jobs/define-job.ts';
import { databaseClock, createJobRunner, type JobRunner } from '../../jobs/runner.ts';
import type { Mailer } from '../../jobs/mailer.ts';
import type { ScheduledJob } from '../../jobs/schedules.ts';
import { postCount } from '../counts/post-job.ts';
import { hourlyOutlooks, refreshOutlooks } from '../demand/outlook-cache.ts';
import { updateDemandShapes, nightlyDemandShapes } from '../demand/profiles.ts';
import { housekeeping, hourlyHousekeeping } from '../housekeeping/clean-up.ts';
import { endLostMails, hourlyLostMails, mailDue, loadMailSchedules, sendMail } from '../mail/jobs.ts';
import { hourlyRecallReminders, remindOfRecalls } from '../recalls/notify.ts';
import { hourlyRecost, recostRecipes } from '../recipes/after-writes.ts';
import { recalculateSales } from '../sales/recalculate.ts';
import { closeBooks } from '../settings/close-books-job.ts';
import { closeWeeks, nightlyClosings } from '../stock/closings.ts';
import { hourlyRequeue, createRequeueLostJob } from './requeue-lost.ts';

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
  hourlyRequeue(requeueLost),
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
    databaseNow: databaseClock(db, clock),
    jobs,
    schedules,
    userSchedules: loadMailSchedules,
    mailer,
    random: Math.random,
    log,
    tell: createJobNotifier(events),
  });
}

import { listOf } from '#platform/shapes/shape.ts';
import { closingCheck, closingState } from '../shapes.ts';
import { closingChecklistQueryParams, type SettingsChange, settingsChange } from '../input.ts';
import { letterhead, settings } from '../shapes.ts';
import { setupProgress } from '../setup-progress-shapes.ts';
import { type Flag, getScope } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { forbidden, invalid, stale } from '#platform/server/http/problems.ts';
import {
  type RouteResponse,
  type Route,
  readRoute,
  type WriteContext,
  writeRoute,
} from '#platform/server/http/route.ts';
import { getLastMoveSeq } from '#modules/reconcile/server/recent-moves.ts';
import {
  loadPeriodEnd,
  businessSettingsKey,
  blockPostings,
} from '#modules/stock/server/accounting-period.ts';
import { readBusinessName, readLetterhead } from '#modules/business/server/business.ts';
import { closeBooks, closingChangedEvent } from './close-books-job.ts';
import {
  checkClosing,
  checkDayToClose,
  deleteClosing,
  presentClosing,
  loadClosing,
  readClosingChecklist,
  readReopened,
  recheckClosing,
  type StoredClosing,
  writeClosing,
  writeReopened,
} from './closing.ts';
import { readSetupProgress } from './progress.ts';
import { readSettings, saveSettings } from './save.ts';

const getAccess = (flag: Flag) => ({ kind: 'collection', collection: 'settings', flag }) as const;

/** Maximum number of stock moves that are checked within the request; more are checked by a job. */
const maxMovesInRequest = 20_000;

export const settingsRoutes: Route[] = [
  readRoute({
    path: '/settings',
    access: getAccess('canView'),
    summary: 'The settings of the business.',
    response: settings,
    async run({ db }) {
      const body = await readSettings(db);
      return { status: 200, body, version: body.version };
    },
  }),
  readRoute({
    path: '/settings/letterhead',
    access: { kind: 'session' },
    summary: 'Name, address and tax number of the business, as printed on documents.',
    response: letterhead,
    async run({ db }) {
      return { status: 200, body: await readLetterhead(db) };
    },
  }),
  readRoute({
    path: '/settings/progress',
    access: getAccess('canEdit'),
    summary: 'Setup progress up to the first received order. Requires access to the whole business.',
    response: setupProgress,
    async run({ db, actor }) {
      // The counts cover the whole business.
      if (actor === null || getScope(actor).kind !== 'all') throw forbidden();
      return { status: 200, body: await readSetupProgress(db, await readBusinessName(db)) };
    },
  }),
  readRoute({
    path: '/settings/closing',
    access: getAccess('canEdit'),
    summary:
      'The last closing of the accounting period (state, progress, user, violations) and the last reopening. Requires access to the whole business.',
    response: closingState,
    async run({ db, actor }) {
      if (actor === null || getScope(actor).kind !== 'all') throw forbidden();
      return {
        status: 200,
        body: { closing: await presentClosing(db), reopened: await readReopened(db) },
      };
    },
  }),
  readRoute({
    path: '/settings/closing/checklist',
    access: getAccess('canEdit'),
    summary:
      'Open documents in the days to be closed: counts, draft invoices, discrepancies, uninvoiced receipts. Requires access to the whole business.',
    query: closingChecklistQueryParams,
    response: listOf(closingCheck),
    async run({ db, actor, query: { until } }) {
      if (actor === null || getScope(actor).kind !== 'all') throw forbidden();
      return { status: 200, body: await readClosingChecklist(db, until) };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/settings',
    access: getAccess('canEdit'),
    summary:
      'Changes the settings; omitted fields are unchanged. Closing the accounting period requires access to the whole business; for a large ledger the response is 202 and GET /settings/closing returns the progress.',
    body: settingsChange,
    response: settings,
    accepted: { ...settings, closing: closingState.closing },
    async prepare({ db, longDb, write, body: { booksClosedUntil: day }, actor, now }) {
      if (day === undefined) return null;
      if (actor === null || getScope(actor).kind !== 'all') throw forbidden(refusal('books-by-head-office'));
      const until = await loadPeriodEnd(db);
      // Future days are rejected separately; an implausible year would silently reopen all closed days.
      if (closesMoreDays(day, until)) await checkDayToClose(db, day, now);
      assertPlausibleYear(now, 'past', day, 'booksClosedUntil', until);
      if (!closesMoreDays(day, until) || (await getLastMoveSeq(db)) > maxMovesInRequest) return null;
      return checkClosing({ db: longDb, write }, day, now);
    },
    async run(ctx) {
      const { db, body, ifMatch, audit, emit, now, prepared: lastCheckedMove } = ctx;
      const { booksReason, ...change } = body;
      const { booksClosedUntil: day } = change;
      if (day !== undefined) {
        await blockPostings(db);
        const until = await loadPeriodEnd(db);
        if (!closesMoreDays(day, until)) {
          if (day !== until) await reopen(ctx, until, day);
          if (day !== until || (await loadClosing(db))?.state === 'checking') await deleteClosing(db);
        } else if (lastCheckedMove === null) return closeByJob(ctx, day);
        else {
          await recheckClosing(db, day, lastCheckedMove);
          await writeClosing(db, { ...createClosing(ctx, day), state: 'closed', endedAt: now.toISOString() });
        }
        emit({ ...closingChangedEvent });
      }
      const { before, after } = await saveSettings(db, change, ifMatch);
      const auditAfter = booksReason === undefined ? after : { ...after, booksReason };
      await audit({ action: 'edit', entity: 'settings', id: businessSettingsKey, before, after: auditAfter });
      return { status: 200, body: after, version: after.version };
    },
  }),
];

type SaveContext = WriteContext<SettingsChange, unknown, number | null>;

/**
 * Saves the other settings, and starts a job that checks and closes the period. If a job is already running
 * for the same day, no other job is started.
 */
async function closeByJob(ctx: SaveContext, day: string): Promise<RouteResponse> {
  const { db, body, ifMatch, audit, emit, enqueue, requestId, ip } = ctx;
  const { booksClosedUntil: _, booksReason: __, ...otherSettings } = body;
  const current = await readSettings(db);
  if (ifMatch !== null && ifMatch !== current.version) throw stale(current);
  const hasOtherSettings = Object.values(otherSettings).some((value) => value !== undefined);
  const { before, after } = hasOtherSettings
    ? await saveSettings(db, otherSettings, ifMatch)
    : { before: current, after: current };
  if (hasOtherSettings)
    await audit({ action: 'edit', entity: 'settings', id: businessSettingsKey, before, after });
  const running = await presentClosing(db);
  if (running?.state !== 'checking' || running.until !== day) {
    const jobId = await enqueue(closeBooks, { requestId, ip });
    await writeClosing(db, { ...createClosing(ctx, day), jobId });
    emit({ ...closingChangedEvent });
  }
  return {
    status: 202,
    body: { ...after, closing: await presentClosing(db) },
    version: after.version,
  };
}

/**
 * Records who reopens closed days, and why.
 *
 * @throws ApiProblem 422 on `booksReason` without a reason
 */
async function reopen(
  { db, body, actor, now }: SaveContext,
  from: string | null,
  to: string | null,
): Promise<void> {
  const reason = body.booksReason ?? null;
  if (from === null) return;
  if (reason === null) throw invalid({ booksReason: refusal('books-reopen-reason', { day: from }) });
  const { _id: userId, name: byName } = requireActor(actor);
  await writeReopened(db, { from, to, by: userId, byName, at: now.toISOString(), reason });
}

function createClosing({ actor, now }: SaveContext, until: string): StoredClosing {
  const { _id: userId, name: byName } = requireActor(actor);
  const startedAt = now.toISOString();
  return {
    until,
    state: 'checking',
    done: 0,
    total: 0,
    by: userId,
    byName,
    startedAt,
    endedAt: null,
    problem: null,
    jobId: null,
  };
}

/** Whether the change closes more days; reopening needs no checks. */
function closesMoreDays(day: string | null, closedUntil: string | null): day is string {
  return day !== null && day > (closedUntil ?? '');
}

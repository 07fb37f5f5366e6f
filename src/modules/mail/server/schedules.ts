import type { MailParams, MailScheduleInput } from '../input.ts';
import type { MailSchedule } from '../shapes.ts';
import type { MailChoices } from '../shapes.ts';
import { toSchedule } from '../cadence.ts';
import { isMailProblem } from '../states.ts';
import { type Actor, hasAllLocations, canRead, getScope, canSeeUser } from '#core/permissions.ts';
import { lastDue, nextDue } from '#core/schedule.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { ReportShape } from '#platform/reports/shape-types.ts';
import {
  isReportName,
  reportNames,
  reportShapes,
  getRequiredParams,
} from '#modules/reports/report-shapes.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { MailRecipientRow, MailScheduleRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import { toActor, withFranchise } from '#platform/server/http/session.ts';
import { newToken } from '#platform/server/http/tokens.ts';
import { newId } from '#platform/server/ids.ts';
import { findMissingViewReferences } from '#modules/reports/server/views.ts';
import { toCadence, canMailExternally, canReadDigest } from './compose.ts';
import { getScheduleName } from './jobs.ts';
import { getReportDimensions, canReadMailedReport } from './report.ts';
import { getActiveMailServer, getMailServer, type StoredMailSettings, readMailSettings } from './settings.ts';

/** Returns whether a user manages all schedules, not only their own. */
const managesAllSchedules = (actor: Actor): boolean =>
  hasAllLocations(actor) && canRead(actor, 'mail-schedules');

/** Whether a user may change a schedule and read its log. */
export const canChangeSchedule = (actor: Actor, { owner }: Pick<MailScheduleRow, 'owner'>): boolean =>
  owner === actor._id || managesAllSchedules(actor);

/** Returns a schedule if the actor owns, receives or manages it; otherwise null. */
export async function findVisibleSchedule(
  db: Queryable,
  actor: Actor,
  id: string,
): Promise<MailScheduleRow | null> {
  const row = await db.selectFrom('mailSchedules').selectAll().where('_id', '=', id).executeTakeFirst();
  if (!row) return null;
  if (canChangeSchedule(actor, row)) return row;
  const recipient = await db
    .selectFrom('mailRecipients')
    .select('_id')
    .where('scheduleId', '=', id)
    .where('userId', '=', actor._id)
    .executeTakeFirst();
  return recipient ? row : null;
}

export async function listVisibleSchedules(db: Queryable, actor: Actor, now: Date): Promise<MailSchedule[]> {
  let query = db.selectFrom('mailSchedules').selectAll().orderBy('_id', 'desc');
  if (!managesAllSchedules(actor))
    query = query.where((on) =>
      on.or([
        on('owner', '=', actor._id),
        on('_id', 'in', on.selectFrom('mailRecipients').select('scheduleId').where('userId', '=', actor._id)),
      ]),
    );
  const rows = await query.execute();
  return presentSchedules(db, actor, rows, now);
}

export async function presentSchedule(
  db: Queryable,
  actor: Actor,
  row: MailScheduleRow,
  now: Date,
): Promise<MailSchedule> {
  const [presented] = await presentSchedules(db, actor, [row], now);
  return presented as MailSchedule;
}

async function presentSchedules(
  db: Queryable,
  actor: Actor,
  rows: readonly MailScheduleRow[],
  now: Date,
): Promise<MailSchedule[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ _id }) => _id);
  const recipients = await db
    .selectFrom('mailRecipients')
    .selectAll()
    .where('scheduleId', 'in', ids)
    .orderBy('_id')
    .execute();
  const userIds = [
    ...new Set([...rows.map(({ owner }) => owner), ...recipients.flatMap(({ userId }) => userId ?? [])]),
  ];
  const users = await db.selectFrom('users').select(['_id', 'name']).where('_id', 'in', userIds).execute();
  const names = new Map(users.map(({ _id, name }) => [_id, name]));
  const runs = await loadLastRuns(db, ids);
  const isActive = getActiveMailServer(await readMailSettings(db)) !== null;
  const presented: MailSchedule[] = [];
  for (const row of rows) {
    const run = runs.get(row._id);
    const scheduleRecipients = recipients.filter(({ scheduleId }) => scheduleId === row._id);
    const canChange = canChangeSchedule(actor, row);
    presented.push({
      _id: row._id,
      name: row.name,
      contentType: row.contentType,
      report: row.report,
      params: JSON.parse(row.params) as MailSchedule['params'],
      cadence: row.cadence,
      sendDay: row.sendDay === null ? null : Number(row.sendDay),
      sendTime: row.sendTime,
      timezone: row.timezone,
      onlyWithRows: row.onlyWithRows === 1,
      withFile: row.withFile === 1,
      isActive: row.isActive === 1,
      owner: row.owner,
      ownerName: names.get(row.owner) ?? '',
      // A recipient sees only themselves in the list.
      recipients: scheduleRecipients
        .filter(({ userId }) => canChange || userId === actor._id)
        .map(({ _id, userId, address, language, unsubscribedAt }) => ({
          _id,
          userId,
          name: userId === null ? null : (names.get(userId) ?? null),
          address,
          language,
          isUnsubscribed: unsubscribedAt !== null,
        })),
      nextDue:
        isActive && row.isActive === 1
          ? new Date(nextDue(toSchedule(toCadence(row)), now.getTime())).toISOString()
          : null,
      lastDue: run?.due ?? null,
      problems: canChange && run ? await countProblems(db, run._id) : 0,
      isRecipient: scheduleRecipients.some(
        ({ userId, unsubscribedAt }) => userId === actor._id && unsubscribedAt === null,
      ),
      canChange,
      version: Number(row.version),
    });
  }
  return presented;
}

async function loadLastRuns(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, { _id: string; due: string }>> {
  const rows = await db
    .selectFrom('mailRuns')
    .select((on) => ['scheduleId', on.fn.max('due').as('due')])
    .where('scheduleId', 'in', ids)
    .groupBy('scheduleId')
    .execute();
  return new Map(rows.map(({ scheduleId, due }) => [scheduleId, { _id: `${scheduleId} ${due}`, due }]));
}

async function countProblems(db: Queryable, runId: string): Promise<number> {
  const rows = await db
    .selectFrom('emails')
    .select(['state', 'reason'])
    .where('runId', '=', runId)
    .where('kind', '!=', 'notice')
    .execute();
  return rows.filter(({ state, reason }) => isMailProblem(state, reason)).length;
}

/** Lists the reports and recipients that the actor can choose. */
export async function listChoices(db: Queryable, actor: Actor): Promise<MailChoices> {
  const settings = await readMailSettings(db);
  return {
    isSetUp: getMailServer(settings) !== null,
    isPaused: settings.pausedAt !== null,
    reports: reportNames
      .filter((name) => canReadMailedReport(actor, name, {}) && findMissingParams(name, {}).length === 0)
      .map((name) => ({
        name,
        by: getReportDimensions(name).filter((dimension) => dimension !== 'document'),
        isExternal: settings.externalReports.includes(name),
      })),
    people: await listSelectablePeople(db, actor),
    canUseExternalAddresses: canMailExternally(actor),
  };
}

/** Finds the required report parameters that a schedule omits; days are derived from the window. */
function findMissingParams(name: string | null, params: MailParams): string[] {
  if (name === null || !isReportName(name)) return [];
  const provided: Readonly<Record<string, unknown>> = { days: true, day: true, ...params };
  return getRequiredParams(reportShapes[name]).filter((param) => provided[param] === undefined);
}

async function listSelectablePeople(db: Queryable, actor: Actor): Promise<MailChoices['people']> {
  const rows = await db.selectFrom('users').selectAll().where('isActive', '=', 1).orderBy('name').execute();
  return rows.filter((row) => canSeeUser(actor, toActor(row))).map(({ _id, name }) => ({ _id, name }));
}

/** Lists the allowed values of `by`: the report's dimensions, or the time basis (`effective`, `posted`). */
function listAllowedGroupings(name: string): readonly string[] {
  if (!isReportName(name)) return [];
  const shape: ReportShape = reportShapes[name];
  return shape.kind === 'rows' && shape.params.includes('by')
    ? ['effective', 'posted']
    : getReportDimensions(name);
}

/** Previous recipients of a schedule, and its owner, whose permissions external recipients have. */
interface PreviousSchedule {
  storedRecipients: readonly MailRecipientRow[];
  owner: Actor | null;
  isSameReport: boolean;
}

/**
 * Checks that the actor may schedule this report for these recipients.
 *
 * @throws ApiProblem 403, 422
 */
async function checkSchedule(
  db: Queryable,
  actor: Actor,
  input: MailScheduleInput,
  settings: StoredMailSettings,
  { storedRecipients, owner, isSameReport }: PreviousSchedule,
): Promise<void> {
  const { contentType, report, params, recipients } = input;
  const isAllowed =
    contentType === 'digest' ? canReadDigest(actor) : canReadMailedReport(actor, report, params);
  if (!isAllowed) throw forbidden(refusal('mail-report-not-yours'));
  if (getScope(actor).kind === 'none') throw forbidden();
  const [missingParam] = contentType === 'report' ? findMissingParams(report, params) : [];
  if (missingParam !== undefined) throw invalid({ [`params.${missingParam}`]: refusal('needed') });
  const [missingReference] = contentType === 'report' ? await findMissingViewReferences(db, params) : [];
  if (missingReference !== undefined)
    throw invalid({ [`params.${missingReference}`]: refusal('mail-filter-deleted') });
  const isAllowedGrouping = (name: string) => listAllowedGroupings(report ?? '').includes(name);
  if (contentType === 'report' && params.by !== undefined && !isAllowedGrouping(params.by))
    throw invalid({
      'params.by': refusal('one-of', { options: listAllowedGroupings(report ?? '').join(', ') }),
    });
  const selectableIds = new Set((await listSelectablePeople(db, actor)).map(({ _id }) => _id));
  const previousKeys = new Set(storedRecipients.map(({ userId, address }) => userId ?? address));
  const usedKeys = new Set<string>();
  for (const [n, recipient] of recipients.entries()) {
    const key = 'userId' in recipient ? recipient.userId : recipient.address;
    const field = `recipients.${n}`;
    if (usedKeys.has(key)) throw invalid({ [field]: refusal('already-exists') });
    usedKeys.add(key);
    // Existing recipients may remain even if they are suspended or out of scope; they don't get emails.
    const isExisting = previousKeys.has(key);
    if (isExisting && ('userId' in recipient || isSameReport)) continue;
    if ('userId' in recipient) {
      if (!selectableIds.has(recipient.userId)) throw invalid({ [field]: refusal('mail-no-such-person') });
    } else {
      if (!isExisting && !canMailExternally(actor)) throw forbidden(refusal('mail-address-by-head-office'));
      if (contentType === 'digest' || !settings.externalReports.includes(report ?? ''))
        throw invalid({ [field]: refusal('mail-not-external') });
      if (!isExisting && !(owner && canMailExternally(owner)))
        throw invalid({ [field]: refusal('mail-address-by-head-office') });
    }
  }
}

const toColumns = (input: MailScheduleInput) => ({
  name: input.name,
  contentType: input.contentType,
  report: input.report,
  params: JSON.stringify(input.params),
  cadence: input.cadence,
  sendDay: input.sendDay,
  sendTime: input.sendTime,
  timezone: input.timezone,
  onlyWithRows: input.onlyWithRows ? (1 as const) : (0 as const),
  withFile: input.withFile ? (1 as const) : (0 as const),
  isActive: input.isActive ? (1 as const) : (0 as const),
});

export async function createSchedule(
  tx: Tx,
  actor: Actor,
  input: MailScheduleInput,
  now: Date,
): Promise<MailScheduleRow> {
  await checkSchedule(tx, actor, input, await readMailSettings(tx), {
    storedRecipients: [],
    owner: actor,
    isSameReport: false,
  });
  const at = now.toISOString();
  const row: MailScheduleRow = {
    _id: newId({ now: () => now }),
    createdAt: at,
    updatedAt: at,
    version: 1,
    owner: actor._id,
    since: at,
    ...toColumns(input),
  };
  await tx.insertInto('mailSchedules').values(row).execute();
  await saveRecipients(tx, row._id, input, [], now);
  await resetSchedule(tx, row, now);
  return row;
}

/**
 * Changes a schedule. After its cadence is changed or it is resumed, the next email is sent at the next
 * scheduled time.
 */
export async function changeSchedule(
  tx: Tx,
  actor: Actor,
  before: MailScheduleRow,
  input: MailScheduleInput,
  now: Date,
): Promise<MailScheduleRow> {
  const stored = await tx
    .selectFrom('mailRecipients')
    .selectAll()
    .where('scheduleId', '=', before._id)
    .execute();
  const owner = await tx
    .selectFrom('users')
    .selectAll()
    .where('_id', '=', before.owner)
    .where('isActive', '=', 1)
    .executeTakeFirst();
  await checkSchedule(tx, actor, input, await readMailSettings(tx), {
    storedRecipients: stored,
    owner: owner ? await withFranchise(tx, toActor(owner)) : null,
    isSameReport: input.contentType === before.contentType && input.report === before.report,
  });
  const columns = toColumns(input);
  const isResumed = before.isActive === 0 && columns.isActive === 1;
  const needsReset =
    isResumed || JSON.stringify(toCadence(before)) !== JSON.stringify(toCadence({ ...before, ...columns }));
  const after: MailScheduleRow = {
    ...before,
    ...columns,
    updatedAt: now.toISOString(),
    version: Number(before.version) + 1,
    // Changing the cadence doesn't skip any days; resuming does.
    since: isResumed ? now.toISOString() : before.since,
  };
  const { _id, ...changes } = after;
  await tx.updateTable('mailSchedules').set(changes).where('_id', '=', _id).execute();
  await saveRecipients(tx, _id, input, stored, now);
  if (needsReset) await resetSchedule(tx, after, now);
  return after;
}

/**
 * Saves the recipients of a schedule. Existing ones keep their unsubscribe link and status; an external
 * address can be given a different language.
 */
async function saveRecipients(
  tx: Tx,
  scheduleId: string,
  { recipients }: MailScheduleInput,
  stored: readonly MailRecipientRow[],
  now: Date,
): Promise<void> {
  const getKey = (recipient: { userId?: string | null; address?: string | null }) =>
    recipient.userId ?? recipient.address ?? '';
  const recipientsByKey = new Map(recipients.map((recipient) => [getKey(recipient), recipient]));
  const removedIds = stored.filter((row) => !recipientsByKey.has(getKey(row))).map(({ _id }) => _id);
  if (removedIds.length > 0) await tx.deleteFrom('mailRecipients').where('_id', 'in', removedIds).execute();
  for (const row of stored) {
    const recipient = recipientsByKey.get(getKey(row));
    if (recipient === undefined || !('language' in recipient) || recipient.language === row.language)
      continue;
    await tx
      .updateTable('mailRecipients')
      .set({ language: recipient.language })
      .where('_id', '=', row._id)
      .execute();
  }
  const storedKeys = new Set(stored.map(getKey));
  const rows = recipients
    .filter((recipient) => !storedKeys.has(getKey(recipient)))
    .map(
      (recipient): MailRecipientRow => ({
        _id: newId({ now: () => now }),
        scheduleId,
        userId: 'userId' in recipient ? recipient.userId : null,
        address: 'address' in recipient ? recipient.address : null,
        language: 'language' in recipient ? recipient.language : null,
        token: newToken(),
        unsubscribedAt: null,
      }),
    );
  if (rows.length > 0) await insertRows(tx, 'mailRecipients', rows);
}

/** Marks all scheduled times of a schedule up to now as done. */
export async function resetSchedule(tx: Tx, row: MailScheduleRow, now: Date): Promise<void> {
  const due = new Date(lastDue(toSchedule(toCadence(row)), now.getTime())).toISOString();
  await tx
    .insertInto('jobSchedules')
    .values({ name: getScheduleName(row._id), lastDue: due })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ lastDue: due }))
    .execute();
}

/** Deletes a schedule with its recipients and runs. Its email log expires later. */
export async function removeSchedule(tx: Tx, { _id }: MailScheduleRow): Promise<void> {
  await tx.deleteFrom('mailRuns').where('scheduleId', '=', _id).execute();
  await tx.deleteFrom('mailRecipients').where('scheduleId', '=', _id).execute();
  await tx.deleteFrom('jobSchedules').where('name', '=', getScheduleName(_id)).execute();
  await tx.deleteFrom('mailSchedules').where('_id', '=', _id).execute();
}

import { readRecord } from '#platform/shapes/tolerant.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type MailScheduleInput, type MailSettingsInput } from '../input.ts';
import { type MailSchedule, mailSchedule } from '../shapes.ts';
import {
  type DocumentMails,
  documentMails,
  type Mail,
  type MailSettings,
  type MailTest,
  mail,
  mailChoices,
  mailPreview,
  resentMails,
  mailSettings,
  mailTest,
} from '../shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readObject } from '#platform/web/queries/read-shape.ts';

/** Queries the mail settings; refetched on every mount. */
export function mailSettingsQuery() {
  return {
    ...readQuery({
      collection: 'mail_data',
      key: ['settings'],
      lifetime: 'other',
      path: 'mail/settings',
      read: (reply) => readObject(mailSettings, reply.data),
    }),
    refetchOnMount: 'always' as const,
  };
}

/** Saves the mail settings in the given version. Throws `ApiError`. */
export async function sendMailSettings(
  json: MailSettingsInput,
  { version }: Pick<MailSettings, 'version'>,
): Promise<MailSettings> {
  return readObject(mailSettings, (await api.send('put', 'mail/settings', { json, ifMatch: version })).data);
}

/** Sends a test email to the current user and returns the mail server's response. Throws `ApiError`. */
export async function sendTestMail(): Promise<MailTest> {
  return readObject(mailTest, (await api.send('post', 'mail/settings/test', { json: {} })).data);
}

/** Resumes mail after a restore paused it. Throws `ApiError`. */
export async function resumeMail(idempotencyKey: string): Promise<MailSettings> {
  const reply = await api.send('post', 'mail/settings/resume', { json: {}, idempotencyKey });
  return readObject(mailSettings, reply.data);
}

/** Resends emails that failed because of the mail server, and returns their number. Throws `ApiError`. */
export async function resendFailedMails(idempotencyKey: string): Promise<number> {
  const reply = await api.send('post', 'mail/settings/resend', { json: {}, idempotencyKey });
  return readObject(resentMails, reply.data).resentCount;
}

/** Queries the schedules visible to the user. */
export function mailSchedulesQuery() {
  return {
    ...readQuery({
      collection: 'mail_data',
      key: ['schedules'],
      lifetime: 'orderSimple',
      path: 'mail-schedules',
      read: (reply) => readList(reply, createReader(mailSchedule)),
    }),
    refetchOnMount: 'always' as const,
  };
}

/** Queries the reports and recipients that the user can schedule. */
export function mailChoicesQuery() {
  return readQuery({
    collection: 'mail_data',
    key: ['choices'],
    lifetime: 'orderSimple',
    path: 'mail-schedules/choices',
    read: (reply) => readObject(mailChoices, reply.data),
  });
}

/** Number of emails per page of the log. */
export const mailPageSize = 50;

/** Queries one page of a schedule's email log, newest first. */
export function mailLogQuery(id: string, page: number) {
  return {
    ...readQuery({
      collection: 'mail_data',
      key: ['log', id, page],
      lifetime: 'orderSimple',
      path: `mail-schedules/${encodeURIComponent(id)}/emails`,
      search: { page, limit: mailPageSize },
      read: (reply) => readList(reply, createReader(mail)),
    }),
    refetchOnMount: 'always' as const,
  };
}

/** Queries a preview of the email as it would be sent now. */
export function mailPreviewQuery(id: string) {
  return {
    ...readQuery({
      collection: 'mail_data',
      key: ['preview', id],
      lifetime: 'orderSimple',
      path: `mail-schedules/${encodeURIComponent(id)}/preview`,
      read: (reply) => readObject(mailPreview, reply.data),
    }),
    refetchOnMount: 'always' as const,
  };
}

/** Creates a schedule, or updates it based on its version. Throws `ApiError`. */
export async function saveMailSchedule(
  json: MailScheduleInput,
  before: MailSchedule | null,
  idempotencyKey: string,
): Promise<void> {
  if (before === null) await api.send('post', 'mail-schedules', { json, idempotencyKey });
  else await api.send('put', getPath(before), { json, ifMatch: before.version, idempotencyKey });
}

const getPath = ({ _id }: Pick<MailSchedule, '_id'>) => `mail-schedules/${encodeURIComponent(_id)}`;

export async function removeMailSchedule(schedule: MailSchedule): Promise<void> {
  const idempotencyKey = `remove-${schedule._id}-${schedule.version}`;
  await api.send('delete', getPath(schedule), { ifMatch: schedule.version, idempotencyKey });
}

/** Sends the email that was last due to the current user only. Throws `ApiError`. */
export async function sendMailToMe(schedule: MailSchedule, idempotencyKey: string): Promise<void> {
  await api.send('post', `${getPath(schedule)}/send`, { json: {}, idempotencyKey });
}

export async function unsubscribeMail(schedule: MailSchedule, idempotencyKey: string): Promise<void> {
  await api.send('post', `${getPath(schedule)}/unsubscribe`, { json: {}, idempotencyKey });
}

/** Resubscribes the current user to the schedule. Throws `ApiError`. */
export async function subscribeMail(schedule: MailSchedule, idempotencyKey: string): Promise<void> {
  await api.send('post', `${getPath(schedule)}/subscribe`, { json: {}, idempotencyKey });
}

/**
 * Resends all emails of a schedule that failed for one reason, and returns their number. Throws `ApiError`.
 */
export async function retryMails(
  schedule: MailSchedule,
  reason: string,
  idempotencyKey: string,
): Promise<number> {
  const reply = await api.send('post', `${getPath(schedule)}/emails/retry`, {
    json: { reason },
    idempotencyKey,
  });
  return readObject(resentMails, reply.data).resentCount;
}

/** Resends one email in the displayed version. Throws `ApiError`. */
export async function retryMail(schedule: MailSchedule, { _id, version }: Mail): Promise<void> {
  const path = `${getPath(schedule)}/emails/${encodeURIComponent(_id)}/retry`;
  await api.send('post', path, { json: {}, ifMatch: version, idempotencyKey: `retry-${_id}-${version}` });
}

/** Queries the email address and sent emails of a purchase order; null if the server has no such endpoint. */
export function purchaseMailsQuery(id: string) {
  return {
    ...readQuery({
      collection: 'mail_data',
      key: ['purchase', id],
      lifetime: 'orderSimple',
      path: `purchase-orders/${encodeURIComponent(id)}/emails`,
      read: (reply): DocumentMails | null => createReader(documentMails)(readRecord(reply.data)),
    }),
    refetchOnMount: 'always' as const,
    retry: false,
  };
}

export function invalidateMail(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['mail_data'] });
}

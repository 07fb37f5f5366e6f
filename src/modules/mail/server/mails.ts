import { z } from 'zod';
import { mailLanguages } from '../states.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { MailRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';

/** Columns set when an email is created; the others are set while it is sent. */
export type NewMail = Pick<
  MailRow,
  | 'kind'
  | 'scheduleId'
  | 'runId'
  | 'recipientId'
  | 'userId'
  | 'toName'
  | 'address'
  | 'fromDay'
  | 'toDay'
  | 'missed'
> & { docId?: string; payload?: Readonly<Record<string, unknown>> };

/** Additional data of a document email: language, message and sender. */
export const documentMailPayload = z.object({
  language: z.enum(mailLanguages),
  note: z.string().nullable(),
  by: z.string(),
});

/** Job key of an email. Every resend has a different key. */
export const mailKey = ({ _id, resendCount }: Pick<MailRow, '_id' | 'resendCount'>): string =>
  `mail ${_id} ${resendCount}`;

export async function insertMails(tx: Tx, mails: readonly NewMail[], now: Date): Promise<MailRow[]> {
  const rows = mails.map(({ docId, payload = {}, ...mail }): MailRow => {
    const _id = newId({ now: () => now });
    return {
      _id,
      createdAt: now.toISOString(),
      version: 1,
      ...mail,
      docId: docId ?? null,
      state: 'waiting',
      subject: null,
      messageId: _id,
      payload: JSON.stringify(payload),
      reason: null,
      serverResponse: null,
      attempts: 0,
      resendCount: 0,
      endedAt: null,
    };
  });
  if (rows.length > 0) await insertRows(tx, 'emails', rows);
  return rows;
}

import { z } from 'zod';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { findRecall } from '#modules/recalls/server/rows.ts';
import type { MailLocale } from '#modules/mail/server/formats.ts';
import type { MailContent } from '#modules/mail/server/layout.ts';
import { MailSkippedError } from '#modules/mail/server/mail-skipped-error.ts';
import { buildDashboardLink, type StoredMailSettings } from '#modules/mail/server/settings.ts';

const payload = z.object({ isReminder: z.boolean() });
const lotPages = ['/inventory/lots', '/branch-order/inventory-control/lots'];

/**
 * Content of a recall email: the lots and the book stock of the user's locations.
 *
 * @throws MailSkippedError if the recall has ended or the locations have responded
 */
export async function buildRecallContent(
  db: Queryable,
  settings: StoredMailSettings,
  { mail, to }: { mail: { docId: string | null; payload: string }; to: { actor: Actor; name: string } },
  { texts, formats }: MailLocale,
): Promise<MailContent> {
  const { isReminder } = payload.parse(JSON.parse(mail.payload));
  const recall = await findRecall(db, to.actor, mail.docId ?? '');
  if (!recall || recall.end !== null || recall.awaiting.length === 0) throw new MailSkippedError('withdrawn');
  const t = texts.recall;
  const unansweredLots = recall.places.filter(({ found }) => found === null);
  const subject = t.subject(recall.number, recall.itemName, recall.lot ?? '–');
  return {
    subject: isReminder ? t.reminder(subject) : subject,
    attachments: [],
    blocks: [
      { kind: 'text', text: texts.greeting(to.name) },
      { kind: 'text', text: t.intro(recall.byName, formats.moment(recall.startedAt)) },
      ...(recall.note === null ? [] : [{ kind: 'text' as const, text: recall.note }]),
      { kind: 'text', text: t.instructions },
      {
        kind: 'table',
        header: [
          { text: t.location, isNumeric: false },
          { text: t.item, isNumeric: false },
          { text: t.lot, isNumeric: false },
          { text: t.expected, isNumeric: true },
        ],
        rows: unansweredLots.map(({ placeName, itemName, lot, expected, unitSymbol }) => [
          placeName,
          itemName,
          lot ?? '–',
          expected === null ? '–' : `${formats.quantity(expected)} ${unitSymbol}`,
        ]),
        foot: [],
      },
      {
        kind: 'link',
        text: t.answer,
        url: buildDashboardLink(settings, lotPages.find((page) => canOpenPage(to.actor, page)) ?? '/', {
          recall: recall._id,
        }),
        note: texts.signIn,
      },
    ],
  };
}

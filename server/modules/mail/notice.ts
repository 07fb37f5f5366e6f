import { answersIn } from '#domain/mail/answers.ts';
import { isProblem, type MailLanguage } from '#domain/mail/states.ts';
import type { MailWords } from '#domain/mail/words.ts';
import type { MailRow, MailScheduleRow } from '../../db/tables.ts';
import type { Queryable } from '../../db/types.ts';
import type { Figures } from './figures.ts';
import type { MailContent } from './layout.ts';
import { NotToBeSent } from './not-to-be-sent.ts';
import { linkTo, type StoredMail } from './settings.ts';

/** What did not reach somebody, for the owner of the schedule: who, why, and what the mail server said. */
export async function noticeContent(
  db: Queryable,
  settings: StoredMail,
  { mail, schedule, to }: { mail: MailRow; schedule: MailScheduleRow; to: string },
  { language, words, figures }: { language: MailLanguage; words: MailWords; figures: Figures },
): Promise<MailContent> {
  const answers = answersIn(language);
  const rows = await db
    .selectFrom('mails')
    .selectAll()
    .where('runId', '=', mail.runId ?? '')
    .where('kind', '!=', 'notice')
    .orderBy('_id')
    .execute();
  const wrong = rows.filter(({ state, reason }) => isProblem(state, reason));
  if (wrong.length === 0) throw new NotToBeSent('gone');
  const days = words.days(figures.day(mail.fromDay ?? ''), figures.day(mail.toDay ?? ''));
  return {
    subject: words.noticeSubject(schedule.name),
    attachments: [],
    blocks: [
      { kind: 'text', text: words.greeting(to) },
      { kind: 'text', text: words.notice(schedule.name, days) },
      {
        kind: 'facts',
        facts: wrong.map(({ toName, address, reason, answer }) => [
          toName ?? address ?? '',
          [
            reason === null ? '' : words.reasons[reason],
            answer === null ? '' : (answers[answer] ?? words.answered(answer)),
          ]
            .filter((text) => text !== '')
            .join(' '),
        ]),
      },
      {
        kind: 'link',
        text: words.log,
        url: linkTo(settings, '/reports/scheduled', { schedule: schedule._id }),
        note: words.signIn,
      },
    ],
  };
}

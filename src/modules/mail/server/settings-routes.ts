import { mailSettingsInput } from '../input.ts';
import { resentMails, mailSettings, mailTest } from '../shapes.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { invalid, problem, stale } from '#platform/server/http/problems.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { readRoute, type Route, writeRoute } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { readServerFailures, resendMails } from './resend.ts';
import { getMailLanguage } from './compose.ts';
import { getMailMessages } from './formats.ts';
import { renderMail } from './layout.ts';
import { resumeMail, skipMissedTimes } from './pause.ts';
import {
  assertMailActive,
  mailSettingsKey,
  getMailServer,
  type StoredMailSettings,
  readMailSettings,
  withoutPassword,
} from './settings.ts';

const access = (flag: 'canView' | 'canEdit') =>
  ({ kind: 'collection', collection: 'settings', flag, needsAllLocations: true }) as const;

export const mailSettingsRoutes: Route[] = [
  readRoute({
    path: '/mail/settings',
    access: access('canView'),
    summary: 'Email settings, without the password. Requires access to the whole business.',
    response: mailSettings,
    async run({ db }) {
      const stored = await readMailSettings(db);
      return { status: 200, body: withoutPassword(stored), version: stored.version };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/mail/settings',
    access: access('canEdit'),
    summary:
      'Changes the email settings. If the password is omitted, the stored one is kept unless the server changes. Without a host, no email is sent.',
    body: mailSettingsInput,
    response: mailSettings,
    skipsIdempotency: true,
    async run({ db, body, ifMatch, audit, now }) {
      await db
        .insertInto('settings')
        .values({ key: mailSettingsKey, value: '{}' })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: mailSettingsKey }))
        .execute();
      const before = await readMailSettings(db);
      if (ifMatch !== null && ifMatch !== before.version) throw stale(withoutPassword(before));
      const { password, ...settings } = body;
      const isOtherServer = (['host', 'port', 'security', 'user'] as const).some(
        (name) => settings[name] !== before[name],
      );
      if (password === undefined && before.password !== null && settings.user !== null && isOtherServer)
        throw invalid({ password: refusal('mail-password-again') });
      const storedPassword =
        password === undefined ? (settings.user === null ? null : before.password) : password || null;
      const { pausedAt, version } = before;
      const after: StoredMailSettings = {
        ...settings,
        pausedAt,
        password: storedPassword,
        version: version + 1,
      };
      await db
        .updateTable('settings')
        .set({ value: JSON.stringify(after) })
        .where('key', '=', mailSettingsKey)
        .execute();
      // Scheduled times before the mail server was set up don't count as missed.
      if (getMailServer(before) === null && getMailServer(after) !== null) {
        await skipMissedTimes(db, now);
      }
      await audit({
        action: 'edit',
        entity: 'settings',
        id: mailSettingsKey,
        before: withoutPassword(before),
        after: withoutPassword(after),
      });
      return { status: 200, body: withoutPassword(after), version: after.version };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/mail/settings/test',
    access: access('canEdit'),
    summary:
      'Sends a test email to the caller with the stored settings; returns the response of the mail server.',
    response: mailTest,
    skipsIdempotency: true,
    async prepare({ db, actor, services, now }) {
      const { _id, name, email } = requireActor(actor);
      const stored = await readMailSettings(db);
      const server = getMailServer(stored);
      if (server === null) throw problem('NOT_EDITABLE', refusal('mail-not-set-up'));
      const user = await db.selectFrom('users').select('language').where('_id', '=', _id).executeTakeFirst();
      const language = getMailLanguage(user);
      const texts = getMailMessages(language);
      const { serverResponse, ...result } = await services.mailer.send(server, {
        to: { name, address: email },
        subject: texts.testSubject,
        ...renderMail(
          [
            { kind: 'text', text: texts.greeting(name) },
            { kind: 'text', text: texts.test },
          ],
          language,
        ),
        messageId: `${newId({ now: () => now })}@${server.senderAddress.split('@').at(-1) ?? ''}`,
        attachments: [],
      });
      return { ...result, serverResponse, to: email };
    },
    async run({ db, prepared, now }) {
      if (prepared.outcome !== 'accepted') return { status: 200, body: prepared };
      return { status: 200, body: { ...prepared, failed: (await readServerFailures(db, now)).length } };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/mail/settings/resume',
    access: access('canEdit'),
    summary: 'Resumes schedules and emails that have been paused since the database was restored.',
    response: mailSettings,
    async run({ db, audit, now }) {
      const before = await readMailSettings(db);
      if (before.pausedAt !== null) {
        await resumeMail(db, now);
        const change = { before: { pausedAt: before.pausedAt }, after: { pausedAt: null } };
        await audit({ action: 'edit', entity: 'settings', id: mailSettingsKey, ...change });
      }
      const stored = await readMailSettings(db);
      return { status: 200, body: withoutPassword(stored), version: stored.version };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/mail/settings/resend',
    access: access('canEdit'),
    summary:
      'Resends up to 500 emails of the last seven days that failed because of the mail server; returns their number.',
    response: resentMails,
    async run({ db, now, audit, enqueue }) {
      assertMailActive(await readMailSettings(db));
      const failed = await readServerFailures(db, now);
      return resendMails({ db, audit, enqueue }, failed, { entity: 'settings', id: mailSettingsKey });
    },
  }),
];

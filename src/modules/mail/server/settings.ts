import type { MailSettings } from '../shapes.ts';
import type { SmtpSecurity } from '../states.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { MailServer } from '#platform/server/jobs/mailer.ts';

/** Key of the mail settings, which are stored separately from other settings because of the password. */
export const mailSettingsKey = 'mail';

/** Stored mail settings. The password never appears in responses, logs or the audit log. */
export interface StoredMailSettings extends Omit<MailSettings, 'hasPassword'> {
  password: string | null;
}

const initialMailSettings: StoredMailSettings = {
  host: null,
  port: 587,
  security: 'starttls' satisfies SmtpSecurity,
  user: null,
  password: null,
  senderName: 'Commissary',
  senderAddress: '',
  dashboardUrl: '',
  externalReports: [],
  pausedAt: null,
  version: 0,
};

export async function readMailSettings(db: Queryable): Promise<StoredMailSettings> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', mailSettingsKey)
    .executeTakeFirst();
  return row
    ? { ...initialMailSettings, ...(JSON.parse(row.value) as Partial<StoredMailSettings>) }
    : initialMailSettings;
}

/** Returns the settings for responses, with `hasPassword` in place of the password. */
export const withoutPassword = ({ password, ...settings }: StoredMailSettings): MailSettings => ({
  ...settings,
  hasPassword: password !== null,
});

/** Returns the mail server, or null if none is set up and nothing can be sent. */
export function getMailServer({ host, senderAddress, ...rest }: StoredMailSettings): MailServer | null {
  if (host === null || senderAddress === '') return null;
  const { port, security, user, password, senderName } = rest;
  return { host, port, security, user, password, senderName, senderAddress };
}

/**
 * Returns the mail server, or null if none is set up or mail is paused. Test emails are sent even while mail
 * is paused.
 */
export const getActiveMailServer = (settings: StoredMailSettings): MailServer | null =>
  settings.pausedAt === null ? getMailServer(settings) : null;

/**
 * Asserts that mail is set up and not paused.
 *
 * @throws ApiProblem 409
 */
export function assertMailActive(settings: StoredMailSettings): void {
  if (getMailServer(settings) === null) throw problem('NOT_EDITABLE', refusal('mail-not-set-up'));
  if (settings.pausedAt !== null) throw problem('NOT_EDITABLE', refusal('mail-paused'));
}

/** Returns a URL of the dashboard; undefined parameters are omitted. */
export function buildDashboardLink(
  { dashboardUrl }: Pick<StoredMailSettings, 'dashboardUrl'>,
  path: string,
  search: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ).toString();
  let base = dashboardUrl;
  while (base.endsWith('/')) base = base.slice(0, -1);
  return `${base}${path}${query === '' ? '' : `?${query}`}`;
}

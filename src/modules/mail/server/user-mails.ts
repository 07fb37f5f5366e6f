import type { Actor } from '#core/permissions.ts';
import { buildRecallContent } from '#modules/recalls/server/mail.ts';
import type { MailRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { MailLocale } from './formats.ts';
import type { MailContent } from './layout.ts';
import type { StoredMailSettings } from './settings.ts';

/**
 * Builds the content of an email to a user about a document.
 *
 * @throws MailSkippedError if there is no longer a reason to send it
 */
export type UserMailContent = (
  db: Queryable,
  settings: StoredMailSettings,
  mail: { mail: MailRow; to: { actor: Actor; name: string } },
  locale: MailLocale,
) => Promise<MailContent>;

/** Content builders for emails to users, by kind; each is defined in the module of its document. */
export const userMailContents = {
  recall: buildRecallContent,
} satisfies Readonly<Record<string, UserMailContent>>;

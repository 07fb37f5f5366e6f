import type { SmtpSecurity } from '#domain/mail/states.ts';

/** The mail server that everything is handed to, and who it comes from. */
export interface MailServer {
  host: string;
  port: number;
  security: SmtpSecurity;
  user: string | null;
  password: string | null;
  senderName: string;
  senderAddress: string;
}

/** A mail to one address, ready to be handed over. */
export interface OutgoingMail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Without angle brackets. */
  messageId: string;
  /** Where a click, or a mail program by itself, ends these mails (RFC 8058). */
  unsubscribeUrl?: string;
  attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: string;
}

/**
 * What came of handing a mail over. `answer` is what the mail server said itself, null where it said nothing; `code` says why it
 * did not.
 *
 * - accepted: it is with the mail server now.
 * - refused: it will never be taken as it is (5xx, or no server that may be asked).
 * - later: it was not taken now, and may be later (4xx, nobody there).
 * - unsure: the connection was lost after it was sent and before it was acknowledged.
 */
export interface MailOutcome {
  outcome: 'accepted' | 'refused' | 'later' | 'unsure';
  answer: string | null;
  code: string | null;
}

/** Hands mails to a mail server. Never throws for what the server or the network does. */
export interface Mailer {
  /** @param signal ends it; what was not sent whole by then is for later */
  send(server: MailServer, mail: OutgoingMail, signal?: AbortSignal): Promise<MailOutcome>;
}

/** For a place without a network: nothing leaves it. */
export const noMailer: Mailer = {
  send: async () => ({ outcome: 'refused', answer: null, code: 'no-network' }),
};

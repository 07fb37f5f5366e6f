import type { SmtpSecurity } from '#modules/mail/states.ts';

/** The mail server and the sender. */
export interface MailServer {
  host: string;
  port: number;
  security: SmtpSecurity;
  user: string | null;
  password: string | null;
  senderName: string;
  senderAddress: string;
}

/** An email to one address. */
export interface OutgoingMail {
  to: { name: string; address: string };
  /** Recipient of replies; by default the sender of the mail settings. */
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Without angle brackets. */
  messageId: string;
  /** Unsubscribe URL for a click or an email program (RFC 8058). */
  unsubscribeUrl?: string;
  attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: string;
}

/**
 * Result of sending an email. `serverResponse` is the mail server's own text, or null; `code` is the reason for a
 * failure.
 *
 * - accepted: the mail server has accepted it.
 * - refused: it will never be accepted in this form (5xx, or no permitted server).
 * - deferred: a temporary failure (4xx, server unreachable).
 * - unconfirmed: the connection was lost after sending and before the acknowledgement.
 */
export interface MailOutcome {
  outcome: 'accepted' | 'refused' | 'deferred' | 'unconfirmed';
  serverResponse: string | null;
  code: string | null;
}

/** Sends emails. Never throws because of server or network failures. */
export interface Mailer {
  /** @param signal aborts sending; an incomplete email counts as `deferred` */
  send(server: MailServer, mail: OutgoingMail, signal?: AbortSignal): Promise<MailOutcome>;
}

/** For environments without a network: sends nothing. */
export const noMailer: Mailer = {
  send: async () => ({ outcome: 'refused', serverResponse: null, code: 'no-network' }),
};

/**
 * State of an email. `sending`: handed over to a mail server; `unconfirmed`: the connection or the server was lost
 * while sending, so only a person can resend it; `skipped`: deliberately not sent.
 */
export const mailStates = ['waiting', 'sending', 'sent', 'skipped', 'failed', 'unconfirmed'] as const;
export type MailState = (typeof mailStates)[number];

/** Reasons for not sending an email. */
export const mailReasons = [
  'not-set-up',
  'deleted',
  'unsubscribed',
  'paused',
  'suspended',
  'out-of-scope',
  'not-external',
  'withdrawn',
  'no-rows',
  'filter-deleted',
  'report-failed',
  'refused',
  'not-signed-in',
  'retries-exhausted',
  'connection-lost',
  'restored',
] as const;
export type MailReason = (typeof mailReasons)[number];

/** Expected outcomes that need no notification. */
const expectedReasons: ReadonlySet<string> = new Set([
  'deleted',
  'unsubscribed',
  'paused',
  'no-rows',
  'not-set-up',
  'withdrawn',
] satisfies MailReason[]);

/** Returns whether the owner of a schedule is notified of this outcome. */
export const isMailProblem = (state: string, reason: string | null): boolean =>
  state === 'failed' ||
  state === 'unconfirmed' ||
  (state === 'skipped' && !expectedReasons.has(reason ?? ''));

/** A schedule sends one report, or a digest of open tasks. */
export const mailContentTypes = ['report', 'digest'] as const;
export type MailContentType = (typeof mailContentTypes)[number];

/** Kinds of emails. */
export const mailKinds = [...mailContentTypes, 'test', 'notice', 'document', 'recall'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Languages of emails. */
export const mailLanguages = ['en', 'ar'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** Security of the SMTP connection: implicit TLS, STARTTLS, or none. */
export const smtpSecurities = ['tls', 'starttls', 'none'] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

/** Standard mail ports; otherwise, only ports above 1023 are allowed. */
const mailPorts: ReadonlySet<number> = new Set([25, 465, 587]);

/**
 * Returns whether a mail server may be contacted on a port; ports of other well-known services are blocked.
 */
export const isMailPort = (port: number): boolean =>
  mailPorts.has(port) || (Number.isInteger(port) && port > 1023 && port < 65_536);

/**
 * How far a mail is. `sending` is in the hands of a mail server; `unsure` was so when the connection or the server was lost,
 * so that nobody knows whether it arrived: it is sent again by a person alone. `skipped` was not to be sent.
 */
export const mailStates = ['waiting', 'sending', 'sent', 'skipped', 'failed', 'unsure'] as const;
export type MailState = (typeof mailStates)[number];

/** Why a mail was not sent. */
export const mailReasons = [
  'not-set-up',
  'gone',
  'unsubscribed',
  'paused',
  'suspended',
  'out-of-scope',
  'not-external',
  'withdrawn',
  'no-rows',
  'asks-for-gone',
  'report-failed',
  'refused',
  'not-signed-in',
  'gave-up',
  'connection-lost',
] as const;
export type MailReason = (typeof mailReasons)[number];

/** What was as it should be: nobody is told of it. */
const quiet: ReadonlySet<string> = new Set([
  'gone',
  'unsubscribed',
  'paused',
  'no-rows',
  'not-set-up',
  'withdrawn',
] satisfies MailReason[]);

/** Whether the owner of a schedule hears of a mail that ended like this. */
export const isMailProblem = (state: string, reason: string | null): boolean =>
  state === 'failed' || state === 'unsure' || (state === 'skipped' && !quiet.has(reason ?? ''));

/** What a schedule can send: one report, or what waits for somebody today. */
export const mailSubjects = ['report', 'digest'] as const;
export type MailSubject = (typeof mailSubjects)[number];

/** What a mail is. */
export const mailKinds = [...mailSubjects, 'trial', 'notice', 'document', 'recall'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Languages that mails are written in. */
export const mailLanguages = ['en', 'ar'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** How the connection to a mail server is kept private: TLS from the start, TLS after a greeting, or not at all. */
export const smtpSecurities = ['tls', 'starttls', 'none'] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

/** Ports that mail servers listen on by custom; of all others only those above 1023 are taken. */
const mailPorts: ReadonlySet<number> = new Set([25, 465, 587]);

/** Whether a mail server may be looked for at a port: none at which another service of a network is found by custom. */
export const isMailPort = (port: number): boolean =>
  mailPorts.has(port) || (Number.isInteger(port) && port > 1023 && port < 65_536);

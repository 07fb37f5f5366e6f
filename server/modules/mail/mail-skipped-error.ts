import type { MailReason } from '#domain/mail/states.ts';

/** Thrown where a mail is not to be sent, for a reason that its log tells. */
export class MailSkippedError extends Error {
  override readonly name = 'MailSkippedError';
  readonly reason: MailReason;

  constructor(reason: MailReason) {
    super(reason);
    this.reason = reason;
  }
}

import type { MailReason } from '../states.ts';

/** Thrown if an email must not be sent; the reason is shown in the log. */
export class MailSkippedError extends Error {
  override readonly name = 'MailSkippedError';
  readonly reason: MailReason;

  constructor(reason: MailReason) {
    super(reason);
    this.reason = reason;
  }
}

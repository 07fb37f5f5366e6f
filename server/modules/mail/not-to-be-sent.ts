import type { MailReason } from '#domain/mail/states.ts';

/** Thrown where a mail is not to be sent, for a reason that its log tells. */
export class NotToBeSent extends Error {
  override readonly name = 'NotToBeSent';
  readonly reason: MailReason;

  constructor(reason: MailReason) {
    super(reason);
    this.reason = reason;
  }
}

import type { Collection } from './collections.ts';

/** Everything that the audit says was done; rows of earlier versions may say other things. */
export const auditActions = [
  'create',
  'edit',
  'delete',
  'status',
  'open',
  'resolve',
  'settle',
  'reverse',
  'replace',
  'merge',
  'approve',
  'return',
  'withdraw',
  'commit',
  'undo',
  'retry',
  'opening',
  'opening_undone',
  'hold',
  'release',
  'attach',
  'detach',
  'denied',
  'sign-in',
  'sign-in failed',
  'sign-out',
  'password',
  'end sessions',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What something is done to: a row of a collection, a sign-in, a photo, or a session that was refused a call. */
export type AuditEntity = Collection | 'sessions' | 'session' | 'attachments' | 'comments';

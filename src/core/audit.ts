import type { Collection } from './collections.ts';

/** Every action in the audit log; rows written by earlier versions may contain other actions. */
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

/**
 * The subject of an audit entry: a collection, photos, comments, a sign-in or sign-out (`sessions`), or a
 * rejected request (`session`).
 */
export type AuditEntity = Collection | 'sessions' | 'session' | 'attachments' | 'comments';

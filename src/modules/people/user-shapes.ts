import { listOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** A user's session; `lastSeenAt` is accurate to five minutes, `isCurrent` marks the caller's own. */
export const listedSession = {
  _id: 'key',
  createdAt: 'moment',
  lastSeenAt: 'moment',
  expiresAt: 'moment',
  ip: 'text',
  userAgent: 'text',
  isCurrent: 'flag',
} as const satisfies Shape;
export type ListedSession = Wire<typeof listedSession>;

const namedRows = listOf({
  _id: 'key',
  name: 'name',
  nameAlt: 'text?',
});

/** Responsibilities to reassign before a user is suspended or loses permissions. */
export const userResponsibilities = {
  /** Purchase categories with this user as the approver. */
  approvalCategories: namedRows,
  /** Branches and kitchens without another branch or kitchen user. */
  locations: namedRows,
  /** Proposals that no other user can decide. */
  pendingReviews: 'integer',
  /** Draft orders that the user created. */
  draftOrders: 'integer',
} as const satisfies Shape;
export type UserResponsibilities = Wire<typeof userResponsibilities>;

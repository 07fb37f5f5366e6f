import type { LinkProps } from '@tanstack/react-router';
import type { Actor } from '#domain/permissions.ts';
import type { AuditEntry } from '#src/collections/people/audit.ts';
import { pagedCollections, rowLink } from '#src/master-data/collection-pages.ts';
import type { CollectionPage } from '#src/master-data/collection-screen.ts';

/** What only the audit speaks of, besides the collections that others refer to. */
const more: Readonly<Record<string, CollectionPage>> = {
  sessions: { to: '/user' },
  roles: { to: '/roles' },
  reviews: { to: '/procurements/creation/review' },
};

/** Collections that the audit can be narrowed to, as far as this dashboard knows them. */
export const auditedCollections = [
  ...pagedCollections,
  ...Object.keys(more),
  'discrepancies',
  'settings',
  'imports',
  'attachments',
].sort();

/** Where the row is that an entry speaks of; null where there is no such page, or not for this person. */
export function linkToRow(actor: Actor, { entity, entityId }: AuditEntry): LinkProps | null {
  return entityId === null ? null : rowLink(actor, entity, entityId, more[entity]);
}

import type { LinkProps } from '@tanstack/react-router';
import type { Actor } from '#domain/permissions.ts';
import type { AuditEntry } from '#src/collections/people/audit.ts';
import { type CollectionPage, collectionPages, rowLink } from '#src/master-data/collection-pages.ts';

/** What only the audit speaks of, besides the collections that others refer to. */
const more: Readonly<Record<string, CollectionPage>> = {
  sessions: { to: '/user' },
  roles: { to: '/roles' },
  gallery: { to: '/gallery' },
  reviews: { to: '/procurements/creation/review' },
};

/** Collections that the audit can be narrowed to, as far as this dashboard knows them. */
export const auditedCollections = [
  ...Object.keys({ ...collectionPages, ...more }),
  'discrepancies',
  'settings',
  'imports',
  'attachments',
].sort();

/** Where the row is that an entry speaks of; null where there is no such page, or not for this person. */
export function linkToRow(actor: Actor, { entity, entityId }: AuditEntry): LinkProps | null {
  return entityId === null ? null : rowLink(actor, entity, entityId, more[entity]);
}

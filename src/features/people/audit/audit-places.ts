import { type Actor, canOpenPage } from '#domain/permissions.ts';
import type { AuditEntry } from '#src/collections/audit.ts';

/** Where the rows of a collection are looked at: the page, and what its address names a row by. */
interface Place {
  to: string;
  param?: string;
  tab?: string;
}

const places: Readonly<Record<string, Place>> = {
  users: { to: '/user' },
  sessions: { to: '/user' },
  roles: { to: '/roles' },
  branch: { to: '/branches' },
  departments: { to: '/branches', tab: 'departments' },
  'branch-categories': { to: '/branch-settings/create-category' },
  sections: { to: '/sections' },
  units: { to: '/units' },
  taxes: { to: '/tax' },
  brands: { to: '/brand' },
  currencies: { to: '/currency' },
  suppliers: { to: '/procurements/settings/supplier' },
  packagings: { to: '/procurements/creation/packaging' },
  'purchase-categories': { to: '/purchase-category' },
  'sub-categories': { to: '/sub-categories' },
  'item-categories': { to: '/sub-categories', tab: 'item-categories' },
  orders: { to: '/branch-orders', param: 'order' },
  gallery: { to: '/gallery' },
  reviews: { to: '/procurements/creation/review' },
  wastage: { to: '/branch-order/wastage' },
};

/** Collections that the audit can be narrowed to, as far as this dashboard knows them. */
export const auditedCollections = [
  ...Object.keys(places),
  'items',
  'item-levels',
  'discrepancies',
  'settings',
  'imports',
  'order-templates',
  'count-schedules',
].sort();

export interface RowLink {
  to: string;
  search: Record<string, string>;
}

/** Where the row is that an entry speaks of; null where there is no such page, or not for this person. */
export function linkToRow(actor: Actor, { entity, entityId }: AuditEntry): RowLink | null {
  if (entityId === null) return null;
  const place = entity === 'items' ? { to: `/items/${entityId}/edit`, param: null } : places[entity];
  if (!place || !canOpenPage(actor, place.to)) return null;
  if (place.param === null) return { to: place.to, search: {} };
  const { tab, param = 'row' } = place;
  return { to: place.to, search: { ...(tab ? { tab } : {}), [param]: entityId } };
}

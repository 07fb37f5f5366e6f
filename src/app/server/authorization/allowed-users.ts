/**
 * Expected access per authorization rule, maintained by hand so that the test is independent of the
 * implementation.
 */

/** `powerless` is an admin without any permission flags. */
export type MatrixUser =
  | 'master'
  | 'admin'
  | 'branch'
  | 'staff'
  | 'branch2'
  | 'kitchen'
  | 'viewer'
  | 'powerless';

const everyone = 'master admin branch staff branch2 kitchen viewer';
const headOffice = 'master admin';
const guardedAccess = {
  canView: 'master admin viewer',
  canCreate: headOffice,
  canEdit: headOffice,
  canDelete: headOffice,
};
const referenceAccess = {
  canView: everyone,
  canCreate: headOffice,
  canEdit: headOffice,
  canDelete: headOffice,
};
const branchManagedAccess = {
  canView: everyone,
  canCreate: 'master admin branch branch2',
  canEdit: 'master admin branch branch2',
  canDelete: 'master admin branch branch2',
};
const operationalAccess = {
  canView: everyone,
  canCreate: 'master admin branch staff branch2 kitchen',
  canEdit: 'master admin branch branch2 kitchen',
  canDelete: 'master admin branch branch2',
  anyWrite: 'master admin branch staff branch2 kitchen',
};

/** Users allowed by flag and page per collection, from the authorization table of the demo business. */
export const allowedUsers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: guardedAccess,
  roles: guardedAccess,
  settings: guardedAccess,
  audit: guardedAccess,
  jobs: guardedAccess,
  costs: guardedAccess,
  branch: referenceAccess,
  sections: referenceAccess,
  units: referenceAccess,
  taxes: referenceAccess,
  brands: referenceAccess,
  departments: referenceAccess,
  'item-categories': referenceAccess,
  'sub-categories': referenceAccess,
  'purchase-categories': referenceAccess,
  suppliers: referenceAccess,
  currencies: referenceAccess,
  packagings: referenceAccess,
  gallery: referenceAccess,
  // Branch categories set the priority in a shortage, so branches can't change them.
  'branch-categories': referenceAccess,
  reasons: referenceAccess,
  items: branchManagedAccess,
  // Proposals: users who may change items see their own; the module's rules determine the approvers.
  reviews: {
    canView: 'master admin branch branch2 viewer',
    anyWrite: 'master admin branch branch2',
  },
  'item-levels': operationalAccess,
  'count-schedules': { ...branchManagedAccess, canCreate: 'master admin branch staff branch2' },
  // The kitchen manages its own check points on its inventory page.
  'check-points': operationalAccess,
  'order-templates': {
    canView: 'master admin branch staff branch2 viewer',
    canCreate: 'master admin branch staff branch2',
    canEdit: 'master admin branch branch2',
    canDelete: 'master admin branch branch2',
  },
  // The kitchen produces from recipes, on its production page.
  recipes: {
    canView: 'master admin kitchen viewer',
    canCreate: 'master admin kitchen',
    canEdit: 'master admin kitchen',
    canDelete: 'master admin',
  },
  orders: operationalAccess,
  stock: operationalAccess,
  discrepancies: operationalAccess,
  wastage: operationalAccess,
  'stock-counts': operationalAccess,
  transfers: operationalAccess,
  'purchase-orders': operationalAccess,
  'goods-receipts': operationalAccess,
  'supplier-invoices': operationalAccess,
  'production-batches': operationalAccess,
  'safety-checks': operationalAccess,
  // Head office maps the tills' menu items; no one else has a page for it.
  sales: { canView: 'master admin viewer', canCreate: 'master admin', canEdit: 'master admin' },
  imports: operationalAccess,
  // The kitchen's pages don't include reports yet.
  reports: { canView: 'master admin branch staff branch2 viewer' },
  'mail-schedules': {
    canView: 'master admin branch staff branch2 viewer',
    canCreate: 'master admin branch staff branch2',
    canEdit: 'master admin branch branch2',
    canDelete: 'master admin branch branch2',
  },
};

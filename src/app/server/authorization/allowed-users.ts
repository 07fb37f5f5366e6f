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
const guarded = {
  canView: 'master admin viewer',
  canCreate: headOffice,
  canEdit: headOffice,
  canDelete: headOffice,
};
const reference = { canView: everyone, canCreate: headOffice, canEdit: headOffice, canDelete: headOffice };
const branchManaged = {
  canView: everyone,
  canCreate: 'master admin branch branch2',
  canEdit: 'master admin branch branch2',
  canDelete: 'master admin branch branch2',
};
const operational = {
  canView: everyone,
  canCreate: 'master admin branch staff branch2 kitchen',
  canEdit: 'master admin branch branch2 kitchen',
  canDelete: 'master admin branch branch2',
  anyWrite: 'master admin branch staff branch2 kitchen',
};

/** Users allowed by flag and page per collection, from the authorization table of the demo business. */
export const allowedUsers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: guarded,
  roles: guarded,
  settings: guarded,
  audit: guarded,
  jobs: guarded,
  costs: guarded,
  branch: reference,
  sections: reference,
  units: reference,
  taxes: reference,
  brands: reference,
  departments: reference,
  'item-categories': reference,
  'sub-categories': reference,
  'purchase-categories': reference,
  suppliers: reference,
  currencies: reference,
  packagings: reference,
  gallery: reference,
  // Branch categories set the priority in a shortage, so branches can't change them.
  'branch-categories': reference,
  reasons: reference,
  items: branchManaged,
  // Proposals: users who may change items see their own; the module's rules determine the approvers.
  reviews: {
    canView: 'master admin branch branch2 viewer',
    anyWrite: 'master admin branch branch2',
  },
  'item-levels': operational,
  'count-schedules': { ...branchManaged, canCreate: 'master admin branch staff branch2' },
  // The kitchen manages its own check points on its inventory page.
  'check-points': operational,
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
  orders: operational,
  stock: operational,
  discrepancies: operational,
  wastage: operational,
  'stock-counts': operational,
  transfers: operational,
  'purchase-orders': operational,
  'goods-receipts': operational,
  'supplier-invoices': operational,
  'production-batches': operational,
  'safety-checks': operational,
  // Head office maps the tills' menu items; no one else has a page for it.
  sales: { canView: 'master admin viewer', canCreate: 'master admin', canEdit: 'master admin' },
  imports: operational,
  // The kitchen's pages don't include reports yet.
  reports: { canView: 'master admin branch staff branch2 viewer' },
  'mail-schedules': {
    canView: 'master admin branch staff branch2 viewer',
    canCreate: 'master admin branch staff branch2',
    canEdit: 'master admin branch branch2',
    canDelete: 'master admin branch branch2',
  },
};

/** Expected row visibility, maintained by hand like the access table. */

const seesAll = 'master admin viewer powerless';

/**
 * Users who see the row of branch 1 and the row of branch 2, for rows that belong to a branch. Everyone sees
 * the remaining rows.
 */
export const visibleTo: Readonly<Record<string, { own: string; other: string }>> = {
  // The row is a user without locations; users with locations see only users of their locations.
  users: { own: seesAll, other: seesAll },
  // The order of branch 1 has reached the kitchen; that of branch 2 is a draft.
  orders: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2` },
  discrepancies: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2 kitchen` },
  wastage: { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'stock-counts': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // Each is a return to the kitchen.
  transfers: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2 kitchen` },
  'purchase-orders': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'supplier-invoices': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'goods-receipts': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'production-batches': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'safety-checks': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  sales: { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // Lots in stock at one branch.
  stock: { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'count-schedules': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'check-points': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'order-templates': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  reviews: { own: `${seesAll} branch`, other: `${seesAll} branch2` },
  'item-levels': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // The owner, and users with access to all locations.
  'mail-schedules': { own: 'master admin viewer branch', other: 'master admin viewer branch2' },
  // Private views of each user.
  reports: { own: 'branch', other: 'branch2' },
  // Only the user who started the import.
  imports: { own: 'branch', other: 'branch2' },
};

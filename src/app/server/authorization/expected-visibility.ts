/** Expected row visibility, maintained by hand like the access table. */

const unrestrictedUsers = 'master admin viewer powerless';

/**
 * Users who see the row of branch 1 and the row of branch 2, for rows that belong to a branch. Everyone sees
 * the remaining rows.
 */
export const expectedVisibility: Readonly<Record<string, { own: string; other: string }>> = {
  // The row is a user without locations; users with locations see only users of their locations.
  users: { own: unrestrictedUsers, other: unrestrictedUsers },
  // The order of branch 1 has reached the kitchen; that of branch 2 is a draft.
  orders: { own: `${unrestrictedUsers} branch staff kitchen`, other: `${unrestrictedUsers} branch2` },
  discrepancies: {
    own: `${unrestrictedUsers} branch staff kitchen`,
    other: `${unrestrictedUsers} branch2 kitchen`,
  },
  wastage: { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  'stock-counts': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  // Each is a return to the kitchen.
  transfers: {
    own: `${unrestrictedUsers} branch staff kitchen`,
    other: `${unrestrictedUsers} branch2 kitchen`,
  },
  'purchase-orders': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  'supplier-invoices': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  'goods-receipts': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  'production-batches': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  'safety-checks': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  sales: { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  // Lots in stock at one branch.
  stock: { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  'count-schedules': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  'check-points': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  'order-templates': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  reviews: { own: `${unrestrictedUsers} branch`, other: `${unrestrictedUsers} branch2` },
  'item-levels': { own: `${unrestrictedUsers} branch staff`, other: `${unrestrictedUsers} branch2` },
  // The owner, and users with access to all locations.
  'mail-schedules': { own: 'master admin viewer branch', other: 'master admin viewer branch2' },
  // Private views of each user.
  reports: { own: 'branch', other: 'branch2' },
  // Only the user who started the import.
  imports: { own: 'branch', other: 'branch2' },
};

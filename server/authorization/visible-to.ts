/** What the matrix test expects of rows that belong to somebody, written by hand as the table of access is. */

const seesAll = 'master admin viewer powerless';

/** Who finds the row of branch 1, and the row of branch 2, where rows belong to somebody. Everybody finds the others. */
export const visibleTo: Readonly<Record<string, { own: string; other: string }>> = {
  // The user is bound to no place: who is sees the people of the own places.
  users: { own: seesAll, other: seesAll },
  // The order of branch 1 has reached the kitchen; that of branch 2 is a draft.
  orders: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2` },
  discrepancies: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2 kitchen` },
  wastage: { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'stock-counts': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // Each gives to the kitchen.
  transfers: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2 kitchen` },
  'purchase-orders': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'supplier-invoices': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'goods-receipts': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'production-batches': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  sales: { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // Lots that one branch has some of.
  stock: { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'count-schedules': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'order-templates': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  reviews: { own: `${seesAll} branch`, other: `${seesAll} branch2` },
  'item-levels': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // Whoever made it, and who works for all locations.
  'mail-schedules': { own: 'master admin viewer branch', other: 'master admin viewer branch2' },
  // The views that each has saved for themselves.
  reports: { own: 'branch', other: 'branch2' },
  // Whoever began it, and nobody else.
  imports: { own: 'branch', other: 'branch2' },
};

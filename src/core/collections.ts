/** How a collection is accessed; the rules are in `canRead` and `canWrite` in permissions.ts. */
type AccessKind = 'working' | 'reference' | 'guarded';

/**
 * Every collection by its name on the wire.
 *
 * - working: read and written from any page that shows it.
 * - reference: read with canView from anywhere, written from the pages that manage it.
 * - guarded: read only from pages that show or manage it, written from the pages that manage it.
 */
export const collectionAccess = {
  orders: 'working',
  'order-templates': 'working',
  stock: 'working',
  'stock-counts': 'working',
  transfers: 'working',
  discrepancies: 'working',
  wastage: 'working',
  'safety-checks': 'working',
  'purchase-orders': 'working',
  'goods-receipts': 'working',
  'supplier-invoices': 'working',
  recipes: 'working',
  'production-batches': 'working',
  sales: 'working',
  reports: 'working',
  'mail-schedules': 'working',
  reviews: 'working',
  imports: 'working',
  branch: 'reference',
  sections: 'reference',
  units: 'reference',
  taxes: 'reference',
  brands: 'reference',
  departments: 'reference',
  reasons: 'reference',
  currencies: 'reference',
  items: 'reference',
  'item-conversions': 'reference',
  'item-levels': 'reference',
  'count-schedules': 'reference',
  'check-points': 'reference',
  packagings: 'reference',
  suppliers: 'reference',
  'item-categories': 'reference',
  'sub-categories': 'reference',
  'purchase-categories': 'reference',
  'branch-categories': 'reference',
  gallery: 'reference',
  users: 'guarded',
  roles: 'guarded',
  audit: 'guarded',
  settings: 'guarded',
  costs: 'guarded',
  jobs: 'guarded',
} as const satisfies Record<string, AccessKind>;

export type Collection = keyof typeof collectionAccess;

/**
 * Data that affects all locations at once, such as shortage priorities, accounting periods and transfer
 * prices. Users assigned to locations can't write it, even if they have access to its pages.
 */
export const headOfficeWrites: ReadonlySet<Collection> = new Set([
  'branch-categories',
  'reasons',
  'jobs',
  'settings',
  'costs',
]);

/**
 * Data about the whole business; users assigned to locations can't read it, even if they have access to its
 * pages.
 */
export const headOfficeReads: ReadonlySet<Collection> = new Set(['jobs']);

/**
 * The collections that a page shows (which is enough to edit a working collection) and those that it manages.
 */
interface PageRow {
  page: string;
  shows?: readonly Collection[];
  manages?: readonly Collection[];
}

const pages: readonly PageRow[] = [
  {
    page: 'dashboard',
    shows: ['orders', 'stock', 'discrepancies', 'wastage', 'stock-counts', 'reports', 'mail-schedules'],
  },
  { page: 'dashboard-original', shows: ['orders'] },
  { page: 'dashboard-fallback', shows: ['orders'] },
  { page: 'dashboard-quick-fix', shows: ['orders', 'stock'], manages: ['jobs'] },
  { page: 'user', shows: ['roles'], manages: ['users', 'audit'] },
  { page: 'roles', shows: ['users'], manages: ['roles', 'audit'] },
  { page: 'gallery', manages: ['gallery'] },
  { page: 'units', manages: ['units'] },
  { page: 'tax', manages: ['taxes'] },
  { page: 'branches', manages: ['branch', 'departments', 'reasons', 'branch-categories', 'settings'] },
  { page: 'brand', manages: ['brands'] },
  { page: 'currency', manages: ['currencies'] },
  { page: 'sections', manages: ['sections'] },
  { page: 'menu', shows: ['recipes', 'sales', 'costs'] },
  {
    page: 'inventory',
    shows: [
      'stock',
      'stock-counts',
      'transfers',
      'wastage',
      'purchase-orders',
      'goods-receipts',
      'safety-checks',
      'supplier-invoices',
    ],
    manages: ['item-levels', 'check-points'],
  },
  {
    page: 'reports',
    shows: [
      'reports',
      'mail-schedules',
      'orders',
      'stock',
      'discrepancies',
      'wastage',
      'safety-checks',
      'sales',
      'costs',
    ],
  },
  { page: 'costing', shows: ['recipes', 'sales', 'stock'], manages: ['costs'] },
  { page: 'analytics', shows: ['reports', 'orders', 'stock', 'wastage', 'sales'] },
  { page: 'operations', shows: ['orders', 'stock', 'discrepancies', 'stock-counts', 'goods-receipts'] },
  { page: 'production', shows: ['production-batches', 'recipes', 'orders', 'stock', 'wastage'] },
  { page: 'sub-category-items', shows: ['reviews'], manages: ['items'] },
  { page: 'sub-categories', manages: ['sub-categories', 'item-categories'] },
  { page: 'branch-orders', shows: ['orders', 'discrepancies'] },
  { page: 'purchase-category', manages: ['purchase-categories', 'item-categories'] },
  {
    page: 'items',
    shows: ['stock', 'recipes', 'reviews'],
    manages: ['items', 'item-conversions', 'item-levels', 'packagings'],
  },
  {
    page: 'procurements/settings/supplier',
    shows: ['purchase-orders', 'supplier-invoices', 'reviews'],
    manages: ['suppliers', 'packagings'],
  },
  { page: 'procurements/settings/procurement-category', manages: ['purchase-categories'] },
  {
    page: 'procurements/creation/items-creation',
    shows: ['stock', 'reviews'],
    manages: ['items', 'item-conversions', 'item-levels', 'packagings'],
  },
  {
    page: 'procurements/creation/packaging',
    shows: ['reviews'],
    manages: ['packagings', 'item-conversions'],
  },
  {
    page: 'procurements/creation/review',
    shows: ['purchase-orders', 'goods-receipts', 'supplier-invoices', 'stock', 'recipes', 'costs', 'reviews'],
    manages: ['items', 'item-conversions', 'packagings'],
  },
  {
    page: 'branch-order/branch',
    shows: ['orders', 'stock', 'discrepancies', 'stock-counts', 'safety-checks'],
  },
  { page: 'branch-order/central-kitchen', shows: ['orders', 'stock'] },
  {
    page: 'branch-order/reports',
    shows: ['reports', 'mail-schedules', 'orders', 'stock', 'discrepancies', 'wastage', 'safety-checks'],
  },
  {
    page: 'branch-order/settings',
    shows: ['order-templates', 'stock', 'stock-counts'],
    manages: ['item-levels', 'count-schedules'],
  },
  { page: 'branch-order/create-order', shows: ['orders', 'order-templates', 'stock'] },
  { page: 'branch-order/order-submission', shows: ['orders', 'stock'] },
  { page: 'branch-order/order-history', shows: ['orders', 'stock', 'discrepancies'] },
  {
    page: 'branch-order/inventory-control',
    shows: [
      'orders',
      'stock',
      'stock-counts',
      'wastage',
      'transfers',
      'discrepancies',
      'purchase-orders',
      'goods-receipts',
      'supplier-invoices',
      'production-batches',
      'safety-checks',
    ],
    manages: ['check-points'],
  },
  { page: 'branch-order/receiving-order', shows: ['orders', 'stock', 'discrepancies'] },
  { page: 'branch-order/stock-count', shows: ['stock', 'stock-counts'] },
  { page: 'branch-order/wastage', shows: ['wastage', 'stock'] },
  { page: 'central-kitchen/dashboard', shows: ['orders', 'stock', 'discrepancies', 'safety-checks'] },
  { page: 'central-kitchen/branch-orders-history', shows: ['orders', 'stock', 'discrepancies'] },
  { page: 'central-kitchen/pick-list', shows: ['orders', 'stock'] },
  { page: 'central-kitchen/fair-share', shows: ['orders', 'stock'] },
  { page: 'central-kitchen/order-processing-prep', shows: ['orders', 'stock', 'discrepancies'] },
  { page: 'branch-settings/create-item', shows: ['reviews'], manages: ['items'] },
  { page: 'branch-settings/create-category', manages: ['branch-categories'] },
];

/** Adds imports to pages that manage reference data. */
const addImports = (row: PageRow): PageRow =>
  row.manages?.some((collection) => collectionAccess[collection] === 'reference')
    ? { ...row, shows: [...(row.shows ?? []), 'imports'] }
    : row;

/** The collections of each page, one row per route; pages without a row don't show any collection. */
export const pageCollections: readonly PageRow[] = pages.map(addImports);

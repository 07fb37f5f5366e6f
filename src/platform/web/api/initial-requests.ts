/**
 * The requests that each page sends first, by its path. The build writes them into public/theme.js, which
 * sends them before any code has loaded. Lists only requests that are identical for every user and day; if a
 * page's own request differs, both are sent.
 */
export const initialRequests: Readonly<Record<string, readonly string[]>> = {
  '/branch-orders': ['orders?page=1&limit=50'],
  '/branch-order/order-history': ['orders?page=1&limit=50'],
  '/branch-order/order-submission': ['orders/submission?limit=500'],
  '/branch-order/receiving-order': ['orders?status=Shipped%2CUnder+Process&limit=500'],
  '/central-kitchen/branch-orders-history': ['orders?sentToKitchen=true&view=full&page=1&limit=50'],
  '/central-kitchen/order-processing-prep': [
    'orders?status=Under+Process&view=full&sort=deliveryDate&limit=200',
  ],
  '/inventory': ['stock?view=compact', 'items?view=compact'],
  '/user': ['users?active=true&page=1&limit=100'],
  '/roles': ['roles?page=1&limit=100'],
  '/units': ['units?active=true&page=1&limit=100'],
  '/tax': ['taxes?active=true&page=1&limit=100'],
  '/brand': ['brands?active=true&page=1&limit=100'],
  '/currency': ['currencies?active=true&page=1&limit=100'],
  '/sections': ['sections?active=true&page=1&limit=100'],
  '/sub-categories': ['sub-categories?active=true&page=1&limit=100'],
  '/sub-category-items': ['items?active=true&page=1&limit=100'],
  '/purchase-category': ['purchase-categories?active=true&page=1&limit=100'],
  '/procurements/settings/supplier': ['suppliers?active=true&page=1&limit=100'],
  '/procurements/settings/procurement-category': ['purchase-categories?active=true&page=1&limit=100'],
  '/procurements/creation/items-creation': ['items?active=true&page=1&limit=100'],
  '/procurements/creation/packaging': ['packagings?active=true&page=1&limit=100'],
  '/branch-settings/create-category': ['branch-categories?active=true&page=1&limit=100'],
};

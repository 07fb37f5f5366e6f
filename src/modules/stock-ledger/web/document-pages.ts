import type { LinkProps } from '@tanstack/react-router';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import type { DocumentType } from '#platform/documents/types.ts';
import type { RoutePath } from '#platform/web/layout/menu.ts';

interface DocumentPage {
  to: RoutePath;
  /** Search parameters that open the document on the page. */
  search(id: string): Record<string, string>;
}

const orderSearch = (id: string) => ({ order: id });
const rowSearch = (id: string) => ({ row: id });

/**
 * Pages on which a document can be opened, with their search parameters; the first that the user may open is
 * used. An import has no page.
 */
export const documentPages: Readonly<Record<DocumentType, readonly DocumentPage[] | 'import'>> = {
  order: [
    { to: '/central-kitchen/dashboard', search: orderSearch },
    { to: '/branch-order/order-history', search: orderSearch },
    { to: '/branch-orders', search: orderSearch },
  ],
  discrepancy: [
    { to: '/central-kitchen/dashboard', search: (id: string) => ({ stage: 'reconcile', discrepancy: id }) },
    { to: '/branch-order/inventory-control/discrepancies', search: (id: string) => ({ discrepancy: id }) },
  ],
  wastage: [{ to: '/branch-order/wastage', search: rowSearch }],
  stock_count: [{ to: '/branch-order/stock-count', search: rowSearch }],
  transfer: [
    { to: '/inventory/transfers', search: rowSearch },
    { to: '/branch-order/inventory-control/transfers', search: rowSearch },
  ],
  import: 'import',
  purchase_order: [
    { to: '/procurements/creation/review/orders', search: rowSearch },
    { to: '/inventory/purchases', search: rowSearch },
    { to: '/branch-order/inventory-control/purchases', search: rowSearch },
  ],
  goods_receipt: [
    { to: '/procurements/creation/review/receipts', search: rowSearch },
    { to: '/inventory/receipts', search: rowSearch },
    { to: '/branch-order/inventory-control/receipts', search: rowSearch },
  ],
  supplier_invoice: [{ to: '/procurements/creation/review/invoices', search: rowSearch }],
  production_batch: [{ to: '/production', search: rowSearch }],
  safety_check: [
    { to: '/inventory/food-safety', search: rowSearch },
    { to: '/branch-order/inventory-control/food-safety', search: rowSearch },
  ],
  sales: [{ to: '/menu/sales', search: rowSearch }],
};

/** Returns the link to a document; null if no page that the user may open shows it. */
export function findDocumentLink(user: Actor, docType: string, docId: string): LinkProps | null {
  const pages = Object.hasOwn(documentPages, docType) ? documentPages[docType as DocumentType] : null;
  const page = Array.isArray(pages) ? pages.find(({ to }) => canOpenPage(user, to)) : undefined;
  return page ? { to: page.to, search: page.search(docId) as LinkProps['search'] } : null;
}

const lotPages = ['/inventory/lots', '/branch-order/inventory-control/lots'] as const;

/** Returns the link to a lot; null if the user may open no page of lots. */
export function findLotLink(user: Actor, item: string, lot: string): LinkProps | null {
  const to = lotPages.find((page) => canOpenPage(user, page));
  return to ? { to, search: { item, lot } as LinkProps['search'] } : null;
}

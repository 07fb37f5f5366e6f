/** Role group of the installed dashboard's user, which determines the icon's shortcuts. */
export type ManifestSide = 'branch' | 'kitchen' | 'office';

/**
 * Variant of the web app manifest; each is a separate file, because a browser loads it without knowing role
 * or theme.
 */
export interface ManifestKind {
  side: ManifestSide;
  locale: 'en' | 'ar';
  scheme: 'light' | 'dark';
}

/**
 * Pages in the icon's shortcuts; the office has none, because there are no pages that all its users may open.
 */
export const manifestShortcuts = {
  branch: [
    ['/branch-order/create-order', 'createOrder'],
    ['/branch-order/receiving-order', 'receivingOrder'],
    ['/branch-order/stock-count', 'stockCount'],
    ['/branch-order/wastage', 'wastage'],
  ],
  kitchen: [
    ['/central-kitchen/pick-list', 'pickList'],
    ['/central-kitchen/order-processing-prep', 'orderProcessing'],
    ['/central-kitchen/branch-orders-history', 'kitchenHistory'],
  ],
  office: [],
} as const satisfies Record<ManifestSide, readonly (readonly [page: string, title: string])[]>;

/** Returns the path of a manifest. */
export function getManifestPath({ side, locale, scheme }: ManifestKind): string {
  return `/app-${side}-${locale}-${scheme}.webmanifest`;
}

/** Start URL of the installed dashboard: the last page, or else the role's landing page. */
export const startPath = '/?open=last';

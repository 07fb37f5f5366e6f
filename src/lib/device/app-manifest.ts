/** Whose work the installed dashboard is for: what its icon offers when it is held down. */
export type ManifestSide = 'branch' | 'kitchen' | 'office';

/** How the installed dashboard is described; there is a file for each, because a browser reads one and knows neither. */
export interface ManifestKind {
  side: ManifestSide;
  locale: 'en' | 'ar';
  scheme: 'light' | 'dark';
}

/** The pages behind the icon; an office has no page that all of it may open. */
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

/** The address of one of them. */
export function manifestPath({ side, locale, scheme }: ManifestKind): string {
  return `/app-${side}-${locale}-${scheme}.webmanifest`;
}

/** Where the icon opens the dashboard: at the page that was left last, else at that of the role. */
export const startPath = '/?open=last';

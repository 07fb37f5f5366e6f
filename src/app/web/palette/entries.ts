import type { LinkProps } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  ChefHat,
  ClipboardList,
  Factory,
  Handshake,
  ListChecks,
  type LucideIcon,
  Package,
  PackageCheck,
  PackageMinus,
  ReceiptText,
  ShoppingCart,
  Store,
  Thermometer,
  Trash2,
  UserRound,
} from 'lucide-react';
import type { DocumentHit, WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import { readText } from '#platform/shapes/tolerant.ts';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import type { Person } from '#modules/people/web/queries/people.ts';
import { listMenuLinks, type RoutePath, getBreadcrumb, getVisibleMenu } from '#platform/web/layout/menu.ts';
import { otherPages } from '#platform/web/layout/other-pages.ts';
import { getOrderListPage } from '#platform/web/layout/order-pages.ts';
import { pageMessages, type PageName } from '#platform/web/layout/page-messages.ts';
import { getOrderWorkPage } from '#modules/orders/web/order-work-pages.ts';
import { formatAge, formatDay } from '#platform/web/format/format.ts';
import type { Translation } from '#platform/web/i18n/messages.ts';
import { rowLink } from '#modules/master-data/web/collection-pages.ts';
import { type SearchableDocumentKind, searchableDocumentKinds } from './document-kinds.ts';
import type { paletteMessages } from './messages.ts';

export const rowKinds = ['items', 'recipes', 'suppliers', 'branch', 'users'] as const;
/** Kinds that can be searched for; each has a page that opens a single record. */
export type SearchResultKind = SearchableDocumentKind | (typeof rowKinds)[number];
export type EntryKind = 'page' | 'action' | 'waiting' | SearchResultKind;

/** Selectable entry of the palette. */
export interface PaletteEntry {
  /** The same every time the palette opens: `page:/inventory`, `orders:…`. */
  id: string;
  kind: EntryKind;
  label: string;
  /** Location or kind, in small print. */
  hint: string;
  status?: { kind: SearchableDocumentKind; value: string };
  /** Set when it belongs to the entry above it. */
  isBelow?: true;
  /** Form in which the choice is remembered; null for never, absent if the entry itself is remembered. */
  remembered?: RememberedChoice | null;
  /** Additional search terms. */
  words: readonly string[];
  icon: LucideIcon;
  run(): void;
  /** The address that `run` opens; only set for pending work. */
  link?: LinkProps;
}

/** The data needed to offer an entry again without a request. */
export type RememberedChoice = Pick<PaletteEntry, 'id' | 'kind' | 'label' | 'hint'>;

/** Entries under one heading. */
export interface PaletteGroup {
  id: EntryKind | 'recent';
  entries: readonly PaletteEntry[];
}

type Follow = (link: LinkProps) => void;
type PageNames = Readonly<Record<PageName, string>>;
type Texts = Translation<(typeof paletteMessages)['en']>;

/**
 * Returns the pages that the user may open, in menu order. They can also be found by their English names and
 * by trade terms.
 */
export function pageEntries(
  user: Actor,
  { names, searchTerms }: { names: PageNames; searchTerms: Readonly<Partial<Record<PageName, string>>> },
  navigate: (to: RoutePath) => void,
): PaletteEntry[] {
  const otherAllowedPages = otherPages.filter((page) => canOpenPage(user, page.to));
  return [...listMenuLinks(getVisibleMenu(user)), ...otherAllowedPages].map(({ label, to, icon }) => {
    const parents = getBreadcrumb(to).slice(0, -1);
    return {
      id: `page:${to}`,
      kind: 'page',
      label: names[label],
      hint: parents.map((step) => names[step.label]).join(' / '),
      words: [
        pageMessages.en[label],
        ...(searchTerms[label] === undefined ? [] : [searchTerms[label]]),
        ...parents.map((step) => names[step.label]),
      ],
      icon,
      run: () => navigate(to),
    };
  });
}

const icons: Readonly<Record<SearchResultKind, LucideIcon>> = {
  orders: ClipboardList,
  wastage: Trash2,
  transfers: ArrowLeftRight,
  'purchase-orders': ShoppingCart,
  'goods-receipts': PackageCheck,
  'production-batches': Factory,
  discrepancies: PackageMinus,
  'stock-counts': ListChecks,
  'supplier-invoices': ReceiptText,
  'safety-checks': Thermometer,
  items: Package,
  recipes: ChefHat,
  suppliers: Handshake,
  branch: Store,
  users: UserRound,
};

export const isSearchResultKind = (kind: string): kind is SearchResultKind => Object.hasOwn(icons, kind);

const isDocumentKind = (kind: string): kind is SearchableDocumentKind =>
  searchableDocumentKinds.some((candidate) => candidate === kind);

/** Builds a link whose search parameters are only typed by the target page. */
const routeLink = (path: RoutePath, search: Record<string, string> = {}): LinkProps => ({
  to: path,
  search: search as LinkProps['search'],
});

const kitchenDesk: RoutePath = '/central-kitchen/dashboard';
const branchDesk: RoutePath = '/branch-order/inventory-control/discrepancies';
const transferPages: readonly RoutePath[] = [
  '/branch-order/inventory-control/transfers',
  '/inventory/transfers',
];
const purchasePages: readonly RoutePath[] = [
  '/procurements/creation/review/orders',
  '/inventory/purchases',
  '/branch-order/inventory-control/purchases',
];
const productionPage: RoutePath = '/production';
const wastePage: RoutePath = '/branch-order/wastage';
const countPage: RoutePath = '/branch-order/stock-count';
const invoicePage: RoutePath = '/procurements/creation/review/invoices';

const receiptPages: readonly RoutePath[] = [
  '/procurements/creation/review/receipts',
  '/inventory/receipts',
  '/branch-order/inventory-control/receipts',
];
const safetyPages: readonly RoutePath[] = [
  '/inventory/food-safety',
  '/branch-order/inventory-control/food-safety',
];

/** Returns this user's link to goods receipts; null if none of their pages shows them. */
function openReceipts(user: Actor, search: Record<string, string>): LinkProps | null {
  const page = receiptPages.find((path) => canOpenPage(user, path));
  return page === undefined ? null : routeLink(page, search);
}

/** Returns this user's link to purchase orders; null if none of their pages shows them. */
function openPurchases(user: Actor, search: Record<string, string>): LinkProps | null {
  const page = purchasePages.find((path) => canOpenPage(user, path));
  return page === undefined ? null : routeLink(page, search);
}

/** Returns this user's link to food safety checks; null if none of their pages shows them. */
function openChecks(user: Actor, search: Record<string, string>): LinkProps | null {
  const page = safetyPages.find((path) => canOpenPage(user, path));
  return page === undefined ? null : routeLink(page, search);
}

/** Returns this user's link to transfers; null if none of their pages shows them. */
function openTransfers(user: Actor, search: Record<string, string>): LinkProps | null {
  const page = transferPages.find((path) => canOpenPage(user, path));
  return page === undefined ? null : routeLink(page, search);
}

/** Returns this user's link to discrepancies; null if none of their pages shows them. */
function openDiscrepancyDesk(user: Actor, search: Record<string, string> = {}): LinkProps | null {
  if (canOpenPage(user, kitchenDesk)) return routeLink(kitchenDesk, { bin: 'reconcile', ...search });
  return canOpenPage(user, branchDesk) ? routeLink(branchDesk, search) : null;
}

/**
 * Returns the link to one record; null if none of the user's pages shows it.
 *
 * @param label its name or number
 */
function searchResultLink(user: Actor, kind: SearchResultKind, id: string, label: string): LinkProps | null {
  const list = getOrderListPage(user);
  switch (kind) {
    case 'orders':
      return list && routeLink(list, { order: id });
    case 'discrepancies':
      return openDiscrepancyDesk(user, { discrepancy: id }) ?? (list && routeLink(list, { q: label }));
    case 'transfers':
      return openTransfers(user, { row: id });
    case 'purchase-orders':
      return openPurchases(user, { row: id });
    case 'goods-receipts':
      return openReceipts(user, { row: id });
    case 'safety-checks':
      return openChecks(user, { row: id });
    case 'production-batches':
      return canOpenPage(user, productionPage) ? routeLink(productionPage, { row: id }) : null;
    case 'supplier-invoices':
      return canOpenPage(user, invoicePage) ? routeLink(invoicePage, { row: id }) : null;
    case 'items':
      return (
        rowLink(user, kind, id) ??
        (canOpenPage(user, '/inventory') ? routeLink('/inventory', { q: label }) : null)
      );
    default:
      return rowLink(user, kind, id);
  }
}

/** Returns a remembered or found record as an entry; null if none of the user's pages shows it. */
export function searchResultEntry(
  kind: SearchResultKind,
  { id, label, hint, status }: Pick<PaletteEntry, 'id' | 'label' | 'hint' | 'status'>,
  user: Actor,
  follow: Follow,
): PaletteEntry | null {
  const link = searchResultLink(user, kind, id.slice(kind.length + 1), label);
  if (link === null) return null;
  const run = () => follow(link);
  return { id, kind, label, hint, ...(status && { status }), words: [], icon: icons[kind], run };
}

/** Returns a document as an entry: number, status, matched term, location and day. */
export function documentEntry(hit: DocumentHit, user: Actor, follow: Follow): PaletteEntry | null {
  const { collection: kind, _id, number: label, status, branchName, day, matched } = hit;
  if (!isDocumentKind(kind)) return null;
  const hint = [matched, branchName, day && formatDay(day)].filter(Boolean).join(' · ');
  return searchResultEntry(
    kind,
    { id: `${kind}:${_id}`, label, hint, status: { kind, value: status } },
    user,
    follow,
  );
}

export function itemEntry({ _id, itemCode, name }: CompactItem, user: Actor, follow: Follow) {
  return searchResultEntry('items', { id: `items:${_id}`, label: name, hint: itemCode }, user, follow);
}

export function rowEntry(
  kind: 'recipes' | 'suppliers' | 'branch',
  row: ResourceRow,
  user: Actor,
  follow: Follow,
) {
  const hint = readText(row.values['code']) ?? '';
  return searchResultEntry(kind, { id: `${kind}:${row._id}`, label: row.name, hint }, user, follow);
}

export function userEntry({ _id, name, email }: Person, user: Actor, follow: Follow) {
  return searchResultEntry('users', { id: `users:${_id}`, label: name, hint: email }, user, follow);
}

/** Number of oldest documents listed per kind and status; only the oldest if `standsIn` is set. */
const maxListed = 3;

/**
 * Returns the user's pending work: the count by kind and status, linked to the page where it is processed,
 * and the oldest documents.
 */
export function pendingWorkEntries(
  groups: readonly WaitingDocuments[],
  user: Actor,
  { t, names, follow }: { t: Texts; names: PageNames; follow: Follow },
): PaletteEntry[] {
  return groups.flatMap(({ collection: kind, status, count, isCapped, standsIn, documents }) => {
    if (!isDocumentKind(kind)) return [];
    const listLink = workListLink(user, kind, status);
    if (listLink === null) return [];
    const page = getBreadcrumb(String(listLink.to)).slice(-2);
    const countText = t.waiting[kind](count);
    const shared = { kind: 'waiting', words: [], icon: icons[kind] } as const;
    const countEntry: PaletteEntry = {
      ...shared,
      id: `waiting:${kind}:${status}`,
      label: isCapped ? t.atLeast(countText) : countText,
      hint: page.map((step) => names[step.label]).join(' / '),
      status: { kind, value: status },
      remembered: null,
      run: () => follow(listLink),
      link: listLink,
    };
    const oldest = documents.slice(0, standsIn ? 1 : maxListed).map((document): PaletteEntry => {
      const { _id, number: label, branchName, updatedAt } = document;
      const documentLink = workDocumentLink(user, kind, status, document) ?? listLink;
      return {
        ...shared,
        id: `waiting:${kind}:${_id}`,
        label,
        hint: [branchName, updatedAt && formatAge(updatedAt)].filter(Boolean).join(' · '),
        isBelow: true,
        remembered: { id: `${kind}:${_id}`, kind, label, hint: branchName },
        run: () => follow(documentLink),
        link: documentLink,
      };
    });
    return [countEntry, ...oldest];
  });
}

/** Returns the page that lists documents of a kind and status for processing. */
function workListLink(user: Actor, kind: SearchableDocumentKind, status: string): LinkProps | null {
  if (kind === 'transfers') return openTransfers(user, { status });
  if (kind === 'purchase-orders') return openPurchases(user, { status });
  if (kind === 'goods-receipts') return openReceipts(user, { status });
  if (kind === 'safety-checks') return openChecks(user, { status });
  if (kind === 'production-batches')
    return canOpenPage(user, productionPage) ? routeLink(productionPage, { view: 'batches', status }) : null;
  if (kind === 'wastage') return canOpenPage(user, wastePage) ? routeLink(wastePage, { status }) : null;
  if (kind === 'supplier-invoices')
    return canOpenPage(user, invoicePage) ? routeLink(invoicePage, { status }) : null;
  if (kind === 'stock-counts')
    return canOpenPage(user, countPage)
      ? routeLink(countPage, status === 'Submitted' ? { tab: 'approve' } : {})
      : null;
  const list = getOrderListPage(user);
  if (kind === 'discrepancies') return openDiscrepancyDesk(user) ?? (list && routeLink(list));
  const workPage = getOrderWorkPage(status);
  if (!workPage || !canOpenPage(user, workPage.to)) return list && routeLink(list, { status });
  return routeLink(workPage.to, workPage.bin === undefined ? {} : { bin: workPage.bin });
}

/** Returns the page where one of these documents is processed. */
function workDocumentLink(
  user: Actor,
  kind: SearchableDocumentKind,
  status: string,
  { _id, number }: WaitingDocuments['documents'][number],
): LinkProps | null {
  const workPage = kind === 'orders' ? getOrderWorkPage(status) : undefined;
  if (!workPage || !canOpenPage(user, workPage.to)) return searchResultLink(user, kind, _id, number);
  return routeLink(workPage.to, { order: _id, ...(workPage.bin !== undefined && { bin: workPage.bin }) });
}

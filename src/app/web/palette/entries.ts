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
import { getRowLink } from '#modules/master-data/web/collection-pages.ts';
import { type SearchableDocumentKind, searchableDocumentKinds } from './document-kinds.ts';
import type { paletteMessages } from './messages.ts';

export const rowKinds = ['items', 'recipes', 'suppliers', 'branch', 'users'] as const;
/** Kinds that can be searched for; each has a page that opens a single record. */
export type SearchResultKind = SearchableDocumentKind | (typeof rowKinds)[number];
export type EntryKind = 'page' | 'action' | 'waiting' | SearchResultKind;

/** Selectable entry of the palette. */
export interface PaletteEntry {
  /** Stable id, such as `page:/inventory` or `orders:…`. */
  id: string;
  kind: EntryKind;
  label: string;
  /** Location or kind, in small print. */
  hint: string;
  status?: { kind: SearchableDocumentKind; value: string };
  /** Set for a document that is listed under the count above it. */
  isNested?: true;
  /** The choice to remember when the entry is chosen: null for none, absent for the entry itself. */
  remembered?: RememberedChoice | null;
  /** Additional search terms. */
  searchTerms: readonly string[];
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
export function buildPageEntries(
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
      searchTerms: [
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

/** Builds a link. The search parameters are cast, because only the target page defines their types. */
const buildRouteLink = (path: RoutePath, search: Record<string, string> = {}): LinkProps => ({
  to: path,
  search: search as LinkProps['search'],
});

const kitchenDiscrepanciesPage: RoutePath = '/central-kitchen/dashboard';
const branchDiscrepanciesPage: RoutePath = '/branch-order/inventory-control/discrepancies';
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
function linkToReceipts(user: Actor, search: Record<string, string>): LinkProps | null {
  const page = receiptPages.find((path) => canOpenPage(user, path));
  return page === undefined ? null : buildRouteLink(page, search);
}

/** Returns this user's link to purchase orders; null if none of their pages shows them. */
function linkToPurchases(user: Actor, search: Record<string, string>): LinkProps | null {
  const page = purchasePages.find((path) => canOpenPage(user, path));
  return page === undefined ? null : buildRouteLink(page, search);
}

/** Returns this user's link to food safety checks; null if none of their pages shows them. */
function linkToChecks(user: Actor, search: Record<string, string>): LinkProps | null {
  const page = safetyPages.find((path) => canOpenPage(user, path));
  return page === undefined ? null : buildRouteLink(page, search);
}

/** Returns this user's link to transfers; null if none of their pages shows them. */
function linkToTransfers(user: Actor, search: Record<string, string>): LinkProps | null {
  const page = transferPages.find((path) => canOpenPage(user, path));
  return page === undefined ? null : buildRouteLink(page, search);
}

/** Returns this user's link to discrepancies; null if none of their pages shows them. */
function linkToDiscrepancies(user: Actor, search: Record<string, string> = {}): LinkProps | null {
  if (canOpenPage(user, kitchenDiscrepanciesPage))
    return buildRouteLink(kitchenDiscrepanciesPage, { stage: 'reconcile', ...search });
  return canOpenPage(user, branchDiscrepanciesPage) ? buildRouteLink(branchDiscrepanciesPage, search) : null;
}

/**
 * Returns the link to one record; null if none of the user's pages shows it.
 *
 * @param label name or number of the record
 */
function linkToSearchResult(
  user: Actor,
  kind: SearchResultKind,
  id: string,
  label: string,
): LinkProps | null {
  const list = getOrderListPage(user);
  switch (kind) {
    case 'orders':
      return list && buildRouteLink(list, { order: id });
    case 'discrepancies':
      return linkToDiscrepancies(user, { discrepancy: id }) ?? (list && buildRouteLink(list, { q: label }));
    case 'transfers':
      return linkToTransfers(user, { row: id });
    case 'purchase-orders':
      return linkToPurchases(user, { row: id });
    case 'goods-receipts':
      return linkToReceipts(user, { row: id });
    case 'safety-checks':
      return linkToChecks(user, { row: id });
    case 'production-batches':
      return canOpenPage(user, productionPage) ? buildRouteLink(productionPage, { row: id }) : null;
    case 'supplier-invoices':
      return canOpenPage(user, invoicePage) ? buildRouteLink(invoicePage, { row: id }) : null;
    case 'items':
      return (
        getRowLink(user, kind, id) ??
        (canOpenPage(user, '/inventory') ? buildRouteLink('/inventory', { q: label }) : null)
      );
    default:
      return getRowLink(user, kind, id);
  }
}

/** Returns a remembered or found record as an entry; null if none of the user's pages shows it. */
export function buildSearchResultEntry(
  kind: SearchResultKind,
  { id, label, hint, status }: Pick<PaletteEntry, 'id' | 'label' | 'hint' | 'status'>,
  user: Actor,
  follow: Follow,
): PaletteEntry | null {
  const link = linkToSearchResult(user, kind, id.slice(kind.length + 1), label);
  if (link === null) return null;
  const run = () => follow(link);
  return { id, kind, label, hint, ...(status && { status }), searchTerms: [], icon: icons[kind], run };
}

/** Returns a document as an entry: number, status, matched term, location and day. */
export function buildDocumentEntry(hit: DocumentHit, user: Actor, follow: Follow): PaletteEntry | null {
  const { collection: kind, _id, number: label, status, branchName, day, matchedText } = hit;
  if (!isDocumentKind(kind)) return null;
  const hint = [matchedText, branchName, day && formatDay(day)].filter(Boolean).join(' · ');
  return buildSearchResultEntry(
    kind,
    { id: `${kind}:${_id}`, label, hint, status: { kind, value: status } },
    user,
    follow,
  );
}

export function buildItemEntry({ _id, itemCode, name }: CompactItem, user: Actor, follow: Follow) {
  return buildSearchResultEntry('items', { id: `items:${_id}`, label: name, hint: itemCode }, user, follow);
}

export function buildRowEntry(
  kind: 'recipes' | 'suppliers' | 'branch',
  row: ResourceRow,
  user: Actor,
  follow: Follow,
) {
  const hint = readText(row.values['code']) ?? '';
  return buildSearchResultEntry(kind, { id: `${kind}:${row._id}`, label: row.name, hint }, user, follow);
}

export function buildUserEntry({ _id, name, email }: Person, user: Actor, follow: Follow) {
  return buildSearchResultEntry('users', { id: `users:${_id}`, label: name, hint: email }, user, follow);
}

/** Maximum number of documents listed per kind and status, oldest first. */
const maxListed = 3;

/**
 * Returns the user's pending work: the number of documents by kind and status, linked to the page where they
 * are processed, and the oldest of them.
 */
export function buildPendingWorkEntries(
  groups: readonly WaitingDocuments[],
  user: Actor,
  { t, names, follow }: { t: Texts; names: PageNames; follow: Follow },
): PaletteEntry[] {
  return groups.flatMap(({ collection: kind, status, count, isCapped, isSubstitute, documents }) => {
    if (!isDocumentKind(kind)) return [];
    const listLink = linkToWorkList(user, kind, status);
    if (listLink === null) return [];
    const page = getBreadcrumb(String(listLink.to)).slice(-2);
    const countText = t.waiting[kind](count);
    const shared = { kind: 'waiting', searchTerms: [], icon: icons[kind] } as const;
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
    const oldest = documents.slice(0, isSubstitute ? 1 : maxListed).map((document): PaletteEntry => {
      const { _id, number: label, branchName, updatedAt } = document;
      const documentLink = linkToWorkDocument(user, kind, status, document) ?? listLink;
      return {
        ...shared,
        id: `waiting:${kind}:${_id}`,
        label,
        hint: [branchName, updatedAt && formatAge(updatedAt)].filter(Boolean).join(' · '),
        isNested: true,
        remembered: { id: `${kind}:${_id}`, kind, label, hint: branchName },
        run: () => follow(documentLink),
        link: documentLink,
      };
    });
    return [countEntry, ...oldest];
  });
}

/** Returns the link to the page where documents of a kind and status are processed. */
function linkToWorkList(user: Actor, kind: SearchableDocumentKind, status: string): LinkProps | null {
  if (kind === 'transfers') return linkToTransfers(user, { status });
  if (kind === 'purchase-orders') return linkToPurchases(user, { status });
  if (kind === 'goods-receipts') return linkToReceipts(user, { status });
  if (kind === 'safety-checks') return linkToChecks(user, { status });
  if (kind === 'production-batches')
    return canOpenPage(user, productionPage)
      ? buildRouteLink(productionPage, { view: 'batches', status })
      : null;
  if (kind === 'wastage') return canOpenPage(user, wastePage) ? buildRouteLink(wastePage, { status }) : null;
  if (kind === 'supplier-invoices')
    return canOpenPage(user, invoicePage) ? buildRouteLink(invoicePage, { status }) : null;
  if (kind === 'stock-counts')
    return canOpenPage(user, countPage)
      ? buildRouteLink(countPage, status === 'Submitted' ? { tab: 'approve' } : {})
      : null;
  const list = getOrderListPage(user);
  if (kind === 'discrepancies') return linkToDiscrepancies(user) ?? (list && buildRouteLink(list));
  const workPage = getOrderWorkPage(status);
  if (!workPage || !canOpenPage(user, workPage.to)) return list && buildRouteLink(list, { status });
  return buildRouteLink(workPage.to, workPage.stage === undefined ? {} : { stage: workPage.stage });
}

/** Returns the link to the page where this document is processed. */
function linkToWorkDocument(
  user: Actor,
  kind: SearchableDocumentKind,
  status: string,
  { _id, number }: WaitingDocuments['documents'][number],
): LinkProps | null {
  const workPage = kind === 'orders' ? getOrderWorkPage(status) : undefined;
  if (!workPage || !canOpenPage(user, workPage.to)) return linkToSearchResult(user, kind, _id, number);
  return buildRouteLink(workPage.to, {
    order: _id,
    ...(workPage.stage !== undefined && { stage: workPage.stage }),
  });
}

import type { LinkProps } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import type { DocumentHit, WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import type { Actor } from '#core/permissions.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { buildDocumentEntry, type PaletteEntry, buildPendingWorkEntries } from './entries.ts';
import { paletteMessages } from './messages.ts';

const allFlags = { canCreate: true, canEdit: true, canDelete: true, canView: true };
const buildUser = (overrides: Partial<Actor>): Actor => ({
  _id: 'u1',
  email: 'u@demo.test',
  name: 'U',
  role: 'custom_role_sk',
  isMasterAdmin: false,
  permissions: allFlags,
  allowedPages: ['*'],
  branches: ['b1'],
  kitchens: [],
  ...overrides,
});
const branch = buildUser({});
const kitchen = buildUser({ role: 'custom_role_ck', branches: [], kitchens: ['k1'] });
const admin = buildUser({ role: 'admin', branches: [], kitchens: [] });
const wasteOnly = buildUser({ allowedPages: ['branch-order/wastage'] });

const buildHit = (overrides: Partial<DocumentHit>): DocumentHit => ({
  collection: 'orders',
  _id: 'd1',
  number: 'ORD-2026-000012',
  status: 'Shipped',
  branch: 'b1',
  branchName: 'Harbour',
  branchNameAlt: null,
  day: '2026-03-06',
  matchedText: null,
  ...overrides,
});

/** Returns the target of an entry: path and search string. */
function openAndReadLink(entry: PaletteEntry | null, openedLink: () => LinkProps | null): string | null {
  if (entry === null) return null;
  entry.run();
  const link = openedLink();
  const search = new URLSearchParams((link?.search ?? {}) as Record<string, string>).toString();
  return `${link?.to}${search === '' ? '' : `?${search}`}`;
}

describe('a document found by search', () => {
  it.each<[string, Partial<DocumentHit>, Actor, string | null]>([
    ['an order', {}, branch, '/branch-order/order-history?order=d1'],
    ['an order', {}, kitchen, '/central-kitchen/dashboard?order=d1'],
    ['an order', {}, admin, '/branch-orders?order=d1'],
    ['an order', {}, wasteOnly, null],
    ['waste', { collection: 'wastage', number: 'WST-3' }, branch, '/branch-order/wastage?row=d1'],
    ['a count', { collection: 'stock-counts', number: 'CNT-3' }, branch, '/branch-order/stock-count?row=d1'],
    ['waste', { collection: 'wastage', number: 'WST-3' }, wasteOnly, '/branch-order/wastage?row=d1'],
    [
      'a discrepancy',
      { collection: 'discrepancies' },
      kitchen,
      '/central-kitchen/dashboard?stage=reconcile&discrepancy=d1',
    ],
    [
      'a discrepancy of a user without a page for it',
      { collection: 'discrepancies' },
      buildUser({ allowedPages: ['branch-order/order-history'] }),
      '/branch-order/order-history?q=ORD-2026-000012',
    ],
    ['a transfer', { collection: 'transfers' }, branch, '/branch-order/inventory-control/transfers?row=d1'],
    ['an unknown kind', { collection: 'recipes' }, admin, null],
  ])('opens %s on the page where this user views it', (_title, overrides, actor, address) => {
    let openedLink: LinkProps | null = null;
    const entry = buildDocumentEntry(buildHit(overrides), actor, (link) => {
      openedLink = link;
    });
    expect(openAndReadLink(entry, () => openedLink)).toBe(address);
  });

  it.each<[Partial<DocumentHit>, string]>([
    [{}, `Harbour · ${formatDay('2026-03-06')}`],
    [{ matchedText: 'DN-2026-000004' }, `DN-2026-000004 · Harbour · ${formatDay('2026-03-06')}`],
    [{ day: '', branchName: '' }, ''],
  ])('shows the matched term, the location and the day: %o', (overrides, hint) => {
    const entry = buildDocumentEntry(buildHit({ day: '2026-03-06', ...overrides }), admin, () => undefined);
    expect(entry).toMatchObject({
      label: 'ORD-2026-000012',
      hint,
      status: { kind: 'orders', value: 'Shipped' },
    });
  });
});

describe('pending work', () => {
  const oldest = [1, 2, 3, 4].map((position) => ({
    _id: `d${position}`,
    number: `N-${position}`,
    branch: 'b1',
    branchName: 'Harbour',
    branchNameAlt: null,
    updatedAt: '2026-03-06T10:00:00.000Z',
  }));
  const buildGroup = (overrides: Partial<WaitingDocuments>): WaitingDocuments => ({
    collection: 'orders',
    status: 'Draft',
    verbs: ['submit'],
    count: 4,
    isCapped: false,
    isSubstitute: false,
    documents: oldest,
    ...overrides,
  });
  const openedLink: LinkProps[] = [];
  const buildEntries = (actor: Actor, overrides: Partial<WaitingDocuments>) =>
    buildPendingWorkEntries([buildGroup(overrides)], actor, {
      t: paletteMessages.en,
      names: pageMessages.en,
      follow: (link) => void openedLink.push(link),
    });

  it.each<[Partial<WaitingDocuments>, Actor, string, string | null, string | null]>([
    [{}, branch, '4 orders', '/branch-order/order-submission', '/branch-order/order-submission?order=d1'],
    [
      { status: 'Sent to Central Kitchen', count: 1 },
      kitchen,
      '1 order',
      '/central-kitchen/dashboard?stage=accept',
      '/central-kitchen/dashboard?order=d1&stage=accept',
    ],
    [
      { status: 'Shipped', count: 2000, isCapped: true },
      branch,
      'At least 2,000 orders',
      '/branch-order/receiving-order',
      '/branch-order/receiving-order?order=d1',
    ],
    [
      { status: 'Shipped' },
      buildUser({ allowedPages: ['branch-order/order-history'] }),
      '4 orders',
      '/branch-order/order-history?status=Shipped',
      '/branch-order/order-history?order=d1',
    ],
    [
      { collection: 'wastage', count: 2 },
      wasteOnly,
      '2 waste records',
      '/branch-order/wastage?status=Draft',
      '/branch-order/wastage?row=d1',
    ],
    [
      { collection: 'discrepancies', status: 'Open', count: 1 },
      kitchen,
      '1 discrepancy',
      '/central-kitchen/dashboard?stage=reconcile',
      '/central-kitchen/dashboard?stage=reconcile&discrepancy=d1',
    ],
    [{}, wasteOnly, '', null, null],
    [
      { collection: 'transfers', status: 'Sent', count: 1 },
      branch,
      '1 transfer',
      '/branch-order/inventory-control/transfers?status=Sent',
      '/branch-order/inventory-control/transfers?row=d1',
    ],
    [{ collection: 'recipes' }, admin, '', null, null],
  ])('opens %s on the page where it is processed', (overrides, actor, label, page, documentLink) => {
    const [countEntry = null, first = null] = buildEntries(actor, overrides);
    expect(countEntry?.label ?? '').toBe(label);
    expect(openAndReadLink(countEntry, () => openedLink.at(-1) ?? null)).toBe(page);
    expect(openAndReadLink(first, () => openedLink.at(-1) ?? null)).toBe(documentLink);
  });

  it('lists the oldest three documents, or only the oldest if other users are responsible', () => {
    const listLabels = (overrides: Partial<WaitingDocuments>) =>
      buildEntries(admin, overrides).map(({ label }) => label);
    expect(listLabels({})).toEqual(['4 orders', 'N-1', 'N-2', 'N-3']);
    expect(listLabels({ isSubstitute: true })).toEqual(['4 orders', 'N-1']);
  });

  it('remembers documents but not counts', () => {
    const remembered = buildEntries(admin, {}).map((entry) => entry.remembered);
    expect(remembered.slice(0, 2)).toEqual([
      null,
      { id: 'orders:d1', kind: 'orders', label: 'N-1', hint: 'Harbour' },
    ]);
  });
});

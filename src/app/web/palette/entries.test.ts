import type { LinkProps } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import type { DocumentHit, WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import type { Actor } from '#core/permissions.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { documentEntry, type PaletteEntry, pendingWorkEntries } from './entries.ts';
import { paletteMessages } from './messages.ts';

const all = { canCreate: true, canEdit: true, canDelete: true, canView: true };
const person = (more: Partial<Actor>): Actor => ({
  _id: 'u1',
  email: 'u@demo.test',
  name: 'U',
  role: 'custom_role_sk',
  isMasterAdmin: false,
  permissions: all,
  allowedPages: ['*'],
  branches: ['b1'],
  kitchens: [],
  ...more,
});
const branch = person({});
const kitchen = person({ role: 'custom_role_ck', branches: [], kitchens: ['k1'] });
const admin = person({ role: 'admin', branches: [], kitchens: [] });
const wasteOnly = person({ allowedPages: ['branch-order/wastage'] });

const hit = (more: Partial<DocumentHit>): DocumentHit => ({
  collection: 'orders',
  _id: 'd1',
  number: 'ORD-2026-000012',
  status: 'Shipped',
  branch: 'b1',
  branchName: 'Harbour',
  branchNameAlt: null,
  day: '2026-03-06',
  matched: null,
  ...more,
});

/** Returns the target of an entry: path and search string. */
function led(entry: PaletteEntry | null, opened: () => LinkProps | null): string | null {
  if (entry === null) return null;
  entry.run();
  const link = opened();
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
      '/central-kitchen/dashboard?bin=reconcile&discrepancy=d1',
    ],
    [
      'a discrepancy, where it is not settled,',
      { collection: 'discrepancies' },
      person({ allowedPages: ['branch-order/order-history'] }),
      '/branch-order/order-history?q=ORD-2026-000012',
    ],
    ['a transfer', { collection: 'transfers' }, branch, '/branch-order/inventory-control/transfers?row=d1'],
    ['a kind of a server to come', { collection: 'recipes' }, admin, null],
  ])('opens %s on the page where this user views it', (_kind, more, actor, address) => {
    let opened: LinkProps | null = null;
    const entry = documentEntry(hit(more), actor, (link) => {
      opened = link;
    });
    expect(led(entry, () => opened)).toBe(address);
  });

  it.each<[Partial<DocumentHit>, string]>([
    [{}, `Harbour · ${formatDay('2026-03-06')}`],
    [{ matched: 'DN-2026-000004' }, `DN-2026-000004 · Harbour · ${formatDay('2026-03-06')}`],
    [{ day: '', branchName: '' }, ''],
  ])('shows the matched term, the location and the day: %o', (more, hint) => {
    const entry = documentEntry(hit({ day: '2026-03-06', ...more }), admin, () => undefined);
    expect(entry).toMatchObject({
      label: 'ORD-2026-000012',
      hint,
      status: { of: 'orders', is: 'Shipped' },
    });
  });
});

describe('pending work', () => {
  const oldest = [1, 2, 3, 4].map((at) => ({
    _id: `d${at}`,
    number: `N-${at}`,
    branch: 'b1',
    branchName: 'Harbour',
    branchNameAlt: null,
    updatedAt: '2026-03-06T10:00:00.000Z',
  }));
  const group = (more: Partial<WaitingDocuments>): WaitingDocuments => ({
    collection: 'orders',
    status: 'Draft',
    verbs: ['submit'],
    count: 4,
    isCapped: false,
    standsIn: false,
    documents: oldest,
    ...more,
  });
  const opened: LinkProps[] = [];
  const entriesFor = (actor: Actor, more: Partial<WaitingDocuments>) =>
    pendingWorkEntries([group(more)], actor, {
      t: paletteMessages.en,
      names: pageMessages.en,
      follow: (link) => void opened.push(link),
    });

  it.each<[Partial<WaitingDocuments>, Actor, string, string | null, string | null]>([
    [{}, branch, '4 orders', '/branch-order/order-submission', '/branch-order/order-submission?order=d1'],
    [
      { status: 'Sent to Central Kitchen', count: 1 },
      kitchen,
      '1 order',
      '/central-kitchen/dashboard?bin=accept',
      '/central-kitchen/dashboard?order=d1&bin=accept',
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
      person({ allowedPages: ['branch-order/order-history'] }),
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
      '/central-kitchen/dashboard?bin=reconcile',
      '/central-kitchen/dashboard?bin=reconcile&discrepancy=d1',
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
  ])('opens %s on the page where it is processed', (more, actor, label, page, one) => {
    const [howMany = null, first = null] = entriesFor(actor, more);
    expect(howMany?.label ?? '').toBe(label);
    expect(led(howMany, () => opened.at(-1) ?? null)).toBe(page);
    expect(led(first, () => opened.at(-1) ?? null)).toBe(one);
  });

  it('names the oldest three; of documents that others wait for, the oldest first', () => {
    const labels = (more: Partial<WaitingDocuments>) => entriesFor(admin, more).map(({ label }) => label);
    expect(labels({})).toEqual(['4 orders', 'N-1', 'N-2', 'N-3']);
    expect(labels({ standsIn: true })).toEqual(['4 orders', 'N-1']);
  });

  it('remembers a document as itself, and a count not at all', () => {
    const remembered = entriesFor(admin, {}).map((entry) => entry.remembered);
    expect(remembered.slice(0, 2)).toEqual([
      null,
      { id: 'orders:d1', kind: 'orders', label: 'N-1', hint: 'Harbour' },
    ]);
  });
});

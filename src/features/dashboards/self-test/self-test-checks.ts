/** What an answer has to be: rows, one document with an id, or an object that tells something under a name. */
export type Shape = { kind: 'list' } | { kind: 'document' } | { kind: 'object'; key: string };

export interface Check {
  /** Below the API's base address; `{id}` is taken from the first row of `idFrom`. */
  path: string;
  /** SPEC names it, or it is ours: another server may lack those. */
  group: 'spec' | 'ours';
  shape: Shape;
  idFrom?: string;
  /** Without these the call would be refused, or carry more than a test needs. */
  search?: Record<string, string | number>;
  /** Asks for one branch: the first one that the list of branches has. */
  needsBranch?: true;
}

const list: Shape = { kind: 'list' };
const object = (key: string): Shape => ({ kind: 'object', key });

/** A list, and one document of it. */
function collection(path: string, group: Check['group'] = 'spec', hasOne = true): Check[] {
  const all: Check = { path, group, shape: list, search: { limit: 20 } };
  return hasOne ? [all, { path: `${path}/{id}`, group, shape: { kind: 'document' }, idFrom: path }] : [all];
}

/** Every GET of SPEC section 7, then ours. Nothing here changes anything; the event stream and pages are left out. */
export const checks: readonly Check[] = [
  { path: 'users/profile', group: 'spec', shape: object('role') },
  ...collection('orders'),
  { path: 'orders/submission', group: 'spec', shape: list, search: { limit: 5 } },
  { path: 'orders/simple', group: 'spec', shape: list, search: { limit: 5 } },
  { path: 'orders/generate-number', group: 'spec', shape: object('orderNo') },
  ...collection('branch'),
  ...collection('items'),
  ...collection('sections'),
  { path: 'sections/active', group: 'spec', shape: list },
  ...collection('wastage'),
  ...collection('purchase-categories'),
  ...collection('branch-categories'),
  ...collection('item-categories'),
  ...collection('sub-categories'),
  ...collection('units'),
  ...collection('taxes'),
  ...collection('brands'),
  ...collection('departments'),
  ...collection('categories', 'spec', false),
  ...collection('branches', 'spec', false),
  { path: 'health', group: 'ours', shape: object('status') },
  { path: 'openapi.json', group: 'ours', shape: object('paths') },
  { path: 'orders/suggestions', group: 'ours', shape: list, needsBranch: true },
  { path: 'orders/summary', group: 'ours', shape: list, search: { from: '2026-01-01', to: '2026-01-31' } },
  { path: 'stock', group: 'ours', shape: list, search: { limit: 5 } },
  { path: 'stock/moves', group: 'ours', shape: list, search: { limit: 5 } },
  { path: 'stock/summary', group: 'ours', shape: object('out') },
  ...collection('discrepancies', 'ours'),
  { path: 'wastage/summary', group: 'ours', shape: list, search: { from: '2026-01-01', to: '2026-01-31' } },
  ...collection('item-levels', 'ours'),
  ...collection('packagings', 'ours'),
  ...collection('suppliers', 'ours'),
  ...collection('currencies', 'ours'),
  ...collection('users', 'ours'),
  { path: 'users/sessions', group: 'ours', shape: list },
  ...collection('roles', 'ours'),
  { path: 'settings', group: 'ours', shape: object('businessName') },
  { path: 'audit', group: 'ours', shape: list, search: { limit: 5 } },
  { path: 'jobs', group: 'ours', shape: list, search: { limit: 5 } },
  { path: 'jobs/summary', group: 'ours', shape: object('failed') },
];

import { idOf, list, number, one, record, rowsOf } from '#contract/tolerant.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { api } from '#src/lib/api/api.ts';

/**
 * - fine: answered, and can be read.
 * - unreadable: answered in a shape nobody can read.
 * - refused: the person may not (403). - missing: the server has no such call. - failed: anything else.
 * - skipped: there is no row whose document could be asked for.
 */
export type Verdict = 'fine' | 'unreadable' | 'refused' | 'missing' | 'failed' | 'skipped';

export interface Result {
  check: Check;
  verdict: Verdict;
  /** HTTP status; null where there was no answer. */
  status: number | null;
  ms: number | null;
  /** Rows there are, as far as the server says; null for what is no list. */
  count: number | null;
  /** The failure in the server's or our own words. */
  message: string | null;
}

/**
 * Asks every call once, one after the other, by the person's own rights. Calls `onResult` with each result as it comes.
 * Ends early when `signal` says so.
 */
export async function runSelfTest(
  checks: readonly Check[],
  onResult: (result: Result) => void,
  signal: AbortSignal,
): Promise<void> {
  const ids = new Map<string, string>();
  let branch: string | null = null;
  for (const check of checks) {
    if (signal.aborted) return;
    const id = check.idFrom === undefined ? null : (ids.get(check.idFrom) ?? null);
    const none = { check, status: null, ms: null, count: null, message: null };
    if ((check.idFrom !== undefined && id === null) || (check.needsBranch && branch === null)) {
      onResult({ ...none, verdict: 'skipped' });
      continue;
    }
    const search = { ...check.search, ...(check.needsBranch && branch !== null && { branch }) };
    const startedAt = performance.now();
    const took = () => Math.round(performance.now() - startedAt);
    try {
      const path = id === null ? check.path : check.path.replace('{id}', encodeURIComponent(id));
      const { data, status, headers } = await api.get(path, { signal, search });
      const ms = took();
      const { isReadable, count, firstId } = readAnswer(data, check.shape, headers.get('x-total-count'));
      if (firstId !== null) ids.set(check.path, firstId);
      if (check.path === 'branch') branch = branchIn(data);
      onResult({ ...none, verdict: isReadable ? 'fine' : 'unreadable', status, ms, count });
    } catch (error) {
      if (signal.aborted) return;
      onResult({ ...none, ...failureOf(error), ms: took() });
    }
  }
}

/** A branch that orders; kitchens do not. Where a server has no kinds of branches, the first. */
function branchIn(data: unknown): string | null {
  const rows = rowsOf(data) ?? [];
  return idOf(rows.find((row) => (record(row)['type'] ?? 'branch') === 'branch') ?? null);
}

function failureOf(error: unknown): Pick<Result, 'verdict' | 'status' | 'message'> {
  if (!(error instanceof ApiError)) return { verdict: 'failed', status: null, message: String(error) };
  const { status, message } = error;
  const verdict: Verdict =
    status === 403 ? 'refused' : [404, 405, 501].includes(status) ? 'missing' : 'failed';
  return { verdict, status: status === 0 ? null : status, message };
}

/** Whether our tolerant readers can make something of an answer, and how much is in it. */
export function readAnswer(data: unknown, shape: Shape, totalHeader: string | null) {
  if (shape.kind === 'list') {
    const rows = rowsOf(data);
    const read = list(data, (row) => (Object.keys(row).length > 0 ? row : null), totalHeader);
    const isReadable = rows !== null && read.skipped === 0;
    return { isReadable, count: read.total ?? rows?.length ?? null, firstId: idOf(read.rows[0] ?? null) };
  }
  const document = one(data);
  const isReadable =
    shape.kind === 'document' ? idOf(document) !== null : shape.key in record(data) || shape.key in document;
  return { isReadable, count: null, firstId: null };
}

/** The whole run in figures; latencies over the calls that were answered, null where none was. */
export function summaryOf(results: readonly Result[]) {
  const asked = results.filter(({ verdict }) => verdict !== 'skipped');
  const times = asked.flatMap(({ ms }) => number(ms) ?? []).toSorted((a, b) => a - b);
  return {
    fine: asked.filter(({ verdict }) => verdict === 'fine').length,
    asked: asked.length,
    faults: asked.filter(({ verdict, check }) => isFault(verdict, check)).length,
    medianMs: times[Math.floor(times.length / 2)] ?? null,
    slowestMs: times.at(-1) ?? null,
  };
}

/** What somebody has to look into: not a missing right, and not a call that another server need not have. */
export function isFault(verdict: Verdict, { group }: Check): boolean {
  return verdict === 'unreadable' || verdict === 'failed' || (verdict === 'missing' && group === 'spec');
}

/** What an answer has to be: rows, one document with an id, or an object that tells something under a name. */
type Shape = { kind: 'list' } | { kind: 'document' } | { kind: 'object'; key: string };

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

const rows: Shape = { kind: 'list' };
const object = (key: string): Shape => ({ kind: 'object', key });

/** A list, and one document of it. */
function collection(path: string, group: Check['group'] = 'spec', hasOne = true): Check[] {
  const all: Check = { path, group, shape: rows, search: { limit: 20 } };
  return hasOne ? [all, { path: `${path}/{id}`, group, shape: { kind: 'document' }, idFrom: path }] : [all];
}

/** Every GET of SPEC section 7, then ours. Nothing here changes anything; the event stream and pages are left out. */
export const checks: readonly Check[] = [
  { path: 'users/profile', group: 'spec', shape: object('role') },
  ...collection('orders'),
  { path: 'orders/submission', group: 'spec', shape: rows, search: { limit: 5 } },
  { path: 'orders/simple', group: 'spec', shape: rows, search: { limit: 5 } },
  { path: 'orders/generate-number', group: 'spec', shape: object('orderNo') },
  ...collection('branch'),
  ...collection('items'),
  ...collection('sections'),
  { path: 'sections/active', group: 'spec', shape: rows },
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
  { path: 'orders/suggestions', group: 'ours', shape: rows, needsBranch: true },
  { path: 'orders/summary', group: 'ours', shape: rows, search: { from: '2026-01-01', to: '2026-01-31' } },
  { path: 'stock', group: 'ours', shape: rows, search: { limit: 5 } },
  { path: 'stock/moves', group: 'ours', shape: rows, search: { limit: 5 } },
  { path: 'stock/summary', group: 'ours', shape: object('out') },
  ...collection('discrepancies', 'ours'),
  { path: 'wastage/summary', group: 'ours', shape: rows, search: { from: '2026-01-01', to: '2026-01-31' } },
  ...collection('item-levels', 'ours'),
  ...collection('packagings', 'ours'),
  ...collection('suppliers', 'ours'),
  ...collection('currencies', 'ours'),
  ...collection('users', 'ours'),
  { path: 'users/sessions', group: 'ours', shape: rows },
  ...collection('roles', 'ours'),
  { path: 'settings', group: 'ours', shape: object('businessName') },
  { path: 'audit', group: 'ours', shape: rows, search: { limit: 5 } },
  { path: 'jobs', group: 'ours', shape: rows, search: { limit: 5 } },
  { path: 'jobs/summary', group: 'ours', shape: object('failed') },
];

import { idOf, list, number, one, record, rowsOf } from '#contract/tolerant.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { api } from '#src/lib/api/api.ts';

/**
 * - fine: answered, and can be read.
 * - unreadable: answered in a shape nobody can read.
 * - refused: the person may not (403). - missing: the server has no such call. - failed: anything else.
 * - skipped: there is no row whose document could be asked for.
 */
export type SelfTestVerdict = 'fine' | 'unreadable' | 'refused' | 'missing' | 'failed' | 'skipped';

export interface SelfTestResult {
  check: SelfTestCheck;
  verdict: SelfTestVerdict;
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
  checks: readonly SelfTestCheck[],
  onResult: (result: SelfTestResult) => void,
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
      const { isReadable, count, firstId } = inspectResponse(data, check.shape, headers.get('x-total-count'));
      if (firstId !== null) ids.set(check.path, firstId);
      if (check.path === 'branch') branch = findOrderingBranch(data);
      onResult({ ...none, verdict: isReadable ? 'fine' : 'unreadable', status, ms, count });
    } catch (error) {
      if (signal.aborted) return;
      onResult({ ...none, ...toFailure(error), ms: took() });
    }
  }
}

/** A branch that orders; kitchens do not. Where a server has no kinds of branches, the first. */
function findOrderingBranch(data: unknown): string | null {
  const rows = rowsOf(data) ?? [];
  return idOf(rows.find((row) => (record(row)['type'] ?? 'branch') === 'branch') ?? null);
}

function toFailure(error: unknown): Pick<SelfTestResult, 'verdict' | 'status' | 'message'> {
  if (!(error instanceof ApiError)) return { verdict: 'failed', status: null, message: String(error) };
  const { status, message } = error;
  const verdict: SelfTestVerdict =
    status === 403 ? 'refused' : [404, 405, 501].includes(status) ? 'missing' : 'failed';
  return { verdict, status: status === 0 ? null : status, message };
}

/** Whether our tolerant readers can make something of an answer, and how much is in it. */
export function inspectResponse(data: unknown, shape: Shape, totalHeader: string | null) {
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
export function summarizeResults(results: readonly SelfTestResult[]) {
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
export function isFault(verdict: SelfTestVerdict, { group }: SelfTestCheck): boolean {
  return verdict === 'unreadable' || verdict === 'failed' || (verdict === 'missing' && group === 'spec');
}

/** What an answer has to be: rows, one document with an id, or an object that tells something under a name. */
type Shape = { kind: 'list' } | { kind: 'document' } | { kind: 'object'; key: string };

export interface SelfTestCheck {
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

const listShape: Shape = { kind: 'list' };
const objectShape = (key: string): Shape => ({ kind: 'object', key });

/** A list, and one document of it. */
function collectionChecks(
  path: string,
  group: SelfTestCheck['group'] = 'spec',
  hasOne = true,
): SelfTestCheck[] {
  const all: SelfTestCheck = { path, group, shape: listShape, search: { limit: 20 } };
  return hasOne ? [all, { path: `${path}/{id}`, group, shape: { kind: 'document' }, idFrom: path }] : [all];
}

/** Every GET of SPEC section 7, then ours. Nothing here changes anything; the event stream and pages are left out. */
export const selfTestChecks: readonly SelfTestCheck[] = [
  { path: 'users/profile', group: 'spec', shape: objectShape('role') },
  ...collectionChecks('orders'),
  { path: 'orders/submission', group: 'spec', shape: listShape, search: { limit: 5 } },
  { path: 'orders/simple', group: 'spec', shape: listShape, search: { limit: 5 } },
  { path: 'orders/generate-number', group: 'spec', shape: objectShape('orderNo') },
  ...collectionChecks('branch'),
  ...collectionChecks('items'),
  ...collectionChecks('sections'),
  { path: 'sections/active', group: 'spec', shape: listShape },
  ...collectionChecks('wastage'),
  ...collectionChecks('purchase-categories'),
  ...collectionChecks('branch-categories'),
  ...collectionChecks('item-categories'),
  ...collectionChecks('sub-categories'),
  ...collectionChecks('units'),
  ...collectionChecks('taxes'),
  ...collectionChecks('brands'),
  ...collectionChecks('departments'),
  ...collectionChecks('categories', 'spec', false),
  ...collectionChecks('branches', 'spec', false),
  { path: 'health', group: 'ours', shape: objectShape('status') },
  { path: 'openapi.json', group: 'ours', shape: objectShape('paths') },
  { path: 'orders/suggestions', group: 'ours', shape: listShape, needsBranch: true },
  {
    path: 'orders/summary',
    group: 'ours',
    shape: listShape,
    search: { from: '2026-01-01', to: '2026-01-31' },
  },
  { path: 'stock', group: 'ours', shape: listShape, search: { limit: 5 } },
  { path: 'stock/moves', group: 'ours', shape: listShape, search: { limit: 5 } },
  { path: 'stock/summary', group: 'ours', shape: objectShape('out') },
  ...collectionChecks('discrepancies', 'ours'),
  {
    path: 'wastage/summary',
    group: 'ours',
    shape: listShape,
    search: { from: '2026-01-01', to: '2026-01-31' },
  },
  ...collectionChecks('item-levels', 'ours'),
  ...collectionChecks('packagings', 'ours'),
  ...collectionChecks('suppliers', 'ours'),
  ...collectionChecks('currencies', 'ours'),
  ...collectionChecks('users', 'ours'),
  { path: 'users/sessions', group: 'ours', shape: listShape },
  ...collectionChecks('roles', 'ours'),
  { path: 'settings', group: 'ours', shape: objectShape('businessName') },
  { path: 'audit', group: 'ours', shape: listShape, search: { limit: 5 } },
  { path: 'jobs', group: 'ours', shape: listShape, search: { limit: 5 } },
  { path: 'jobs/summary', group: 'ours', shape: objectShape('failed') },
];

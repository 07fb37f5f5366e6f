import {
  readId,
  parseList,
  readNumberValue,
  unwrapDocument,
  readRecord,
  readRows,
} from '#platform/shapes/tolerant.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { api } from '#platform/web/api/api.ts';

/**
 * - fine: responded with a readable body.
 * - unreadable: responded with an unreadable body.
 * - refused: the user lacks permission (403).
 * - missing: the server doesn't have the endpoint.
 * - failed: any other error.
 * - skipped: the list has no row whose document could be requested.
 */
export type SelfTestVerdict = 'fine' | 'unreadable' | 'refused' | 'missing' | 'failed' | 'skipped';

export interface SelfTestResult {
  check: SelfTestCheck;
  verdict: SelfTestVerdict;
  /** HTTP status; null without a response. */
  status: number | null;
  ms: number | null;
  /** Total number of rows reported by the server; null if the response isn't a list. */
  count: number | null;
  /** Error message of the server or the client. */
  message: string | null;
}

/**
 * Runs all checks in sequence with the user's permissions, reporting each result to `onResult`. Stops when
 * `signal` is aborted.
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
    const emptyResult = { check, status: null, ms: null, count: null, message: null };
    if ((check.idFrom !== undefined && id === null) || (check.needsBranch && branch === null)) {
      onResult({ ...emptyResult, verdict: 'skipped' });
      continue;
    }
    const search = { ...check.search, ...(check.needsBranch && branch !== null && { branch }) };
    const startedAt = performance.now();
    const getElapsedMs = () => Math.round(performance.now() - startedAt);
    try {
      const path = id === null ? check.path : check.path.replace('{id}', encodeURIComponent(id));
      const { data, status, headers } = await api.get(path, { signal, search });
      const ms = getElapsedMs();
      const { isReadable, count, firstId } = inspectResponse(data, check.shape, headers.get('x-total-count'));
      if (firstId !== null) ids.set(check.path, firstId);
      if (check.path === 'branch') branch = findOrderingBranch(data);
      onResult({ ...emptyResult, verdict: isReadable ? 'fine' : 'unreadable', status, ms, count });
    } catch (error) {
      if (signal.aborted) return;
      onResult({ ...emptyResult, ...toFailure(error), ms: getElapsedMs() });
    }
  }
}

/** Returns a branch that orders, not a kitchen; the first row on servers without branch types. */
function findOrderingBranch(data: unknown): string | null {
  const rows = readRows(data) ?? [];
  return readId(rows.find((row) => (readRecord(row)['type'] ?? 'branch') === 'branch') ?? null);
}

function toFailure(error: unknown): Pick<SelfTestResult, 'verdict' | 'status' | 'message'> {
  if (!(error instanceof ApiError)) return { verdict: 'failed', status: null, message: String(error) };
  const { status, message } = error;
  const verdict: SelfTestVerdict =
    status === 403 ? 'refused' : [404, 405, 501].includes(status) ? 'missing' : 'failed';
  return { verdict, status: status === 0 ? null : status, message };
}

/** Returns whether the tolerant readers can parse a response, and how many rows it has. */
export function inspectResponse(data: unknown, shape: Shape, totalHeader: string | null) {
  if (shape.kind === 'list') {
    const rows = readRows(data);
    const read = parseList(data, (row) => (Object.keys(row).length > 0 ? row : null), totalHeader);
    const isReadable = rows !== null && read.skipped === 0;
    return { isReadable, count: read.total ?? rows?.length ?? null, firstId: readId(read.rows[0] ?? null) };
  }
  const document = unwrapDocument(data);
  const isReadable =
    shape.kind === 'document'
      ? readId(document) !== null
      : shape.key in readRecord(data) || shape.key in document;
  return { isReadable, count: null, firstId: null };
}

/**
 * Summarizes a run. Latencies are computed over the requests that received a response, and are null if there
 * are none.
 */
export function summarizeResults(results: readonly SelfTestResult[]) {
  const executed = results.filter(({ verdict }) => verdict !== 'skipped');
  const times = executed.flatMap(({ ms }) => readNumberValue(ms) ?? []).toSorted((a, b) => a - b);
  return {
    fine: executed.filter(({ verdict }) => verdict === 'fine').length,
    executed: executed.length,
    problems: executed.filter(({ verdict, check }) => isProblem(verdict, check)).length,
    medianMs: times[Math.floor(times.length / 2)] ?? null,
    slowestMs: times.at(-1) ?? null,
  };
}

/** Returns whether a verdict needs attention; missing permissions and missing optional endpoints don't. */
export function isProblem(verdict: SelfTestVerdict, { group }: SelfTestCheck): boolean {
  return verdict === 'unreadable' || verdict === 'failed' || (verdict === 'missing' && group === 'spec');
}

/** Expected shape: rows, a document with an id, or an object with a key. */
type Shape = { kind: 'list' } | { kind: 'document' } | { kind: 'object'; key: string };

export interface SelfTestCheck {
  /** Path below the API's base address; `{id}` is taken from the first row of `idFrom`. */
  path: string;
  /** `spec`: required by SPEC; `additional`: other servers may lack it. */
  group: 'spec' | 'additional';
  shape: Shape;
  idFrom?: string;
  /** Parameters without which the request would be rejected or return too much. */
  search?: Record<string, string | number>;
  /** Requires a branch: the first one in the list of branches. */
  needsBranch?: true;
}

const listShape: Shape = { kind: 'list' };
const objectShape = (key: string): Shape => ({ kind: 'object', key });

/** Returns the check of a list and that of one of its documents. */
function createCollectionChecks(
  path: string,
  group: SelfTestCheck['group'] = 'spec',
  hasDocuments = true,
): SelfTestCheck[] {
  const listCheck: SelfTestCheck = { path, group, shape: listShape, search: { limit: 20 } };
  return hasDocuments
    ? [listCheck, { path: `${path}/{id}`, group, shape: { kind: 'document' }, idFrom: path }]
    : [listCheck];
}

/**
 * Every GET request of SPEC section 7 and the additional ones. All requests are read-only; the event stream
 * and HTML pages are excluded.
 */
export const selfTestChecks: readonly SelfTestCheck[] = [
  { path: 'users/profile', group: 'spec', shape: objectShape('role') },
  ...createCollectionChecks('orders'),
  { path: 'orders/submission', group: 'spec', shape: listShape, search: { limit: 5 } },
  { path: 'orders/simple', group: 'spec', shape: listShape, search: { limit: 5 } },
  { path: 'orders/generate-number', group: 'spec', shape: objectShape('orderNo') },
  ...createCollectionChecks('branch'),
  ...createCollectionChecks('items'),
  ...createCollectionChecks('sections'),
  { path: 'sections/active', group: 'spec', shape: listShape },
  ...createCollectionChecks('wastage'),
  ...createCollectionChecks('purchase-categories'),
  ...createCollectionChecks('branch-categories'),
  ...createCollectionChecks('item-categories'),
  ...createCollectionChecks('sub-categories'),
  ...createCollectionChecks('units'),
  ...createCollectionChecks('taxes'),
  ...createCollectionChecks('brands'),
  ...createCollectionChecks('departments'),
  ...createCollectionChecks('categories', 'spec', false),
  ...createCollectionChecks('branches', 'spec', false),
  { path: 'health', group: 'additional', shape: objectShape('status') },
  { path: 'openapi.json', group: 'additional', shape: objectShape('paths') },
  { path: 'orders/suggestions', group: 'additional', shape: listShape, needsBranch: true },
  {
    path: 'orders/summary',
    group: 'additional',
    shape: listShape,
    search: { from: '2026-01-01', to: '2026-01-31' },
  },
  { path: 'stock', group: 'additional', shape: listShape, search: { limit: 5 } },
  { path: 'stock/moves', group: 'additional', shape: listShape, search: { limit: 5 } },
  { path: 'stock/summary', group: 'additional', shape: objectShape('out') },
  ...createCollectionChecks('discrepancies', 'additional'),
  {
    path: 'wastage/summary',
    group: 'additional',
    shape: listShape,
    search: { from: '2026-01-01', to: '2026-01-31' },
  },
  ...createCollectionChecks('item-levels', 'additional'),
  ...createCollectionChecks('packagings', 'additional'),
  ...createCollectionChecks('suppliers', 'additional'),
  ...createCollectionChecks('currencies', 'additional'),
  ...createCollectionChecks('users', 'additional'),
  { path: 'users/sessions', group: 'additional', shape: listShape },
  ...createCollectionChecks('roles', 'additional'),
  { path: 'settings', group: 'additional', shape: objectShape('businessName') },
  { path: 'audit', group: 'additional', shape: listShape, search: { limit: 5 } },
  { path: 'jobs', group: 'additional', shape: listShape, search: { limit: 5 } },
  { path: 'jobs/summary', group: 'additional', shape: objectShape('failed') },
];

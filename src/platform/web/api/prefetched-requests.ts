/** A request that public/theme.js sent before the dashboard's code was loaded. */
interface PrefetchedRequest {
  /** Full URL. */
  url: string;
  /** Authorization and language of the request. */
  headers: Readonly<Record<string, string>>;
  pending: Promise<Response>;
  /** Cancels the request if no response has arrived. */
  abort(): void;
  /** Set as soon as the complete response has arrived. */
  response?: Response;
  text?: string;
}

declare global {
  /** Set by public/theme.js in a built page; undefined elsewhere. */
  var commissaryPrefetched: PrefetchedRequest[] | undefined;
}

/** Long enough for the startup, and short enough that responses aren't stale. */
const maxAgeMs = 10_000;

/**
 * Sends a request, or uses the response of an identical prefetched one (same URL, token and language). Each
 * prefetched response is used only once; if it failed, the request is sent normally.
 */
export async function fetchWithPrefetch(request: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (!(request instanceof Request) || request.method !== 'GET') return fetch(request, init);
  const prefetched = takePrefetchedRequest(request);
  if (prefetched === null) return fetch(request, init);
  request.signal.addEventListener('abort', prefetched.abort);
  const response = await prefetched.pending.catch(() => fetch(request, init));
  request.signal.throwIfAborted();
  return response;
}

/** Drops unused prefetched responses and cancels their requests, after startup and when the session ends. */
export function dropPrefetched(): void {
  for (const { abort } of globalThis.commissaryPrefetched ?? []) abort();
  globalThis.commissaryPrefetched = undefined;
}

/** Drops unused prefetched responses once the page has started. */
export function dropPrefetchedLater(): void {
  setTimeout(dropPrefetched, maxAgeMs);
}

interface RequestKey {
  url: string;
  headers: Headers;
}

/**
 * Returns and consumes the prefetched response of a request if it has fully arrived with status 200, else
 * null.
 */
export function takePrefetchedResponse(request: RequestKey): { text: string; response: Response } | null {
  const { text, response } = findPrefetched(request) ?? {};
  if (text === undefined || response?.status !== 200) return null;
  takePrefetchedRequest(request);
  return { text, response };
}

/** Whether an unused prefetched request exists. */
export function hasPrefetched(): boolean {
  return (globalThis.commissaryPrefetched ?? []).length > 0;
}

function findPrefetched({ url, headers }: RequestKey): PrefetchedRequest | undefined {
  return globalThis.commissaryPrefetched?.find(
    (prefetched) =>
      prefetched.url === url &&
      Object.entries(prefetched.headers).every(([name, value]) => headers.get(name) === value),
  );
}

function takePrefetchedRequest(request: RequestKey): PrefetchedRequest | null {
  const prefetched = findPrefetched(request) ?? null;
  if (prefetched !== null)
    globalThis.commissaryPrefetched = globalThis.commissaryPrefetched?.filter(
      (other) => other !== prefetched,
    );
  return prefetched;
}

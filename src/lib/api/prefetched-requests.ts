/** A request that public/theme.js sent before the dashboard's code was loaded. */
interface Asked {
  /** Full URL. */
  url: string;
  /** Authorization and language of the request. */
  headers: Readonly<Record<string, string>>;
  answer: Promise<Response>;
  /** Set as soon as the complete response has arrived. */
  response?: Response;
  text?: string;
}

declare global {
  /** Set by public/theme.js in a built page; undefined elsewhere. */
  var commissaryAsked: Asked[] | undefined;
}

/** Long enough for the startup, and short enough that responses aren't stale. */
const freshMs = 10_000;

/**
 * Sends a call, or takes the response of an identical prefetched call (same address, token and language).
 * Each prefetched response is used once; if it failed, the call is sent normally.
 */
export async function fetchWithPrefetch(request: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (!(request instanceof Request) || request.method !== 'GET') return fetch(request, init);
  const prefetched = take(request);
  if (prefetched === null) return fetch(request, init);
  const response = await prefetched.answer.catch(() => fetch(request, init));
  request.signal.throwIfAborted();
  return response;
}

/** Drops unused prefetched responses, after startup and when the session ends. */
export function dropPrefetched(): void {
  globalThis.commissaryAsked = undefined;
}

/** Drops unused prefetched responses once the page has started. */
export function dropPrefetchedLater(): void {
  setTimeout(dropPrefetched, freshMs);
}

interface PrefetchedRequest {
  url: string;
  headers: Headers;
}

/**
 * Returns and consumes the prefetched response of a request if it has fully arrived with status 200, else
 * null.
 */
export function takePrefetchedAnswer(
  question: PrefetchedRequest,
): { text: string; response: Response } | null {
  const { text, response } = find(question) ?? {};
  if (text === undefined || response?.status !== 200) return null;
  take(question);
  return { text, response };
}

/** Whether an unused prefetched request exists. */
export function hasPrefetched(): boolean {
  return (globalThis.commissaryAsked ?? []).length > 0;
}

function find({ url, headers }: PrefetchedRequest): Asked | undefined {
  return globalThis.commissaryAsked?.find(
    (each) =>
      each.url === url && Object.entries(each.headers).every(([name, value]) => headers.get(name) === value),
  );
}

function take(question: PrefetchedRequest): Asked | null {
  const asked = find(question) ?? null;
  if (asked !== null)
    globalThis.commissaryAsked = globalThis.commissaryAsked?.filter((each) => each !== asked);
  return asked;
}

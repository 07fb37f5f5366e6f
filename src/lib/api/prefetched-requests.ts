/** A question that public/theme.js has put to the server before there was any code of the dashboard. */
interface Asked {
  /** The whole address. */
  url: string;
  /** As whom, and in which language. */
  headers: Readonly<Record<string, string>>;
  answer: Promise<Response>;
  /** The same as soon as all of it is there. */
  response?: Response;
  text?: string;
}

declare global {
  /** Made by public/theme.js in a built page; elsewhere nothing is asked ahead. */
  var commissaryAsked: Asked[] | undefined;
}

/** Longer than a page takes to begin, and too short for an answer to have grown old. */
const freshMs = 10_000;

/**
 * Sends a call, unless the same one has been sent ahead: same address, same token, same language. An answer is given out
 * once; where it did not arrive, the call is sent as any other.
 */
export async function fetchWithPrefetch(request: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (!(request instanceof Request) || request.method !== 'GET') return fetch(request, init);
  const asked = take(request);
  if (asked === null) return fetch(request, init);
  const response = await asked.answer.catch(() => fetch(request, init));
  request.signal.throwIfAborted();
  return response;
}

/** Forgets what was asked ahead and is wanted by nobody: after the start, and with the session. */
export function dropPrefetched(): void {
  globalThis.commissaryAsked = undefined;
}

/** The same when the page has begun. */
export function dropPrefetchedLater(): void {
  setTimeout(dropPrefetched, freshMs);
}

interface PrefetchedRequest {
  url: string;
  headers: Headers;
}

/** Gives out the answer to a question that has already been answered well, without a wait. */
export function takePrefetchedAnswer(
  question: PrefetchedRequest,
): { text: string; response: Response } | null {
  const { text, response } = find(question) ?? {};
  if (text === undefined || response?.status !== 200) return null;
  take(question);
  return { text, response };
}

/** Whether anything was asked ahead and is not given out yet. */
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

/** The two clients SPEC describes; signing in at `/` chooses the first, at `/login` the second. */
export type ClientName = 'first' | 'second';

/** How one client communicates with the API (API.md, "The two clients"). */
export interface ClientProfile {
  name: ClientName;
  /** Timeout of a request including retries and waits, in milliseconds. */
  timeoutMs: number;
  /** The page to open after a session has ended. */
  startPage: '/' | '/login';
  rateLimit: {
    /** Number of retries after a 429, for any method. */
    retries: number;
    /** Whether `Retry-After` determines the wait. */
    obeysRetryAfter: boolean;
    /** Wait before retry n (from 1), in milliseconds, when there is no `Retry-After`. */
    delayMs(attempt: number): number;
  };
  /** Paths of collections that differ between the clients. */
  paths: { branches: string; itemCategories: string };
}

export const clientProfiles: Record<ClientName, ClientProfile> = {
  first: {
    name: 'first',
    timeoutMs: 60_000,
    startPage: '/',
    rateLimit: { retries: 1, obeysRetryAfter: true, delayMs: () => 1000 + Math.random() * 2000 },
    paths: { branches: 'branch', itemCategories: 'item-categories' },
  },
  second: {
    name: 'second',
    timeoutMs: 30_000,
    startPage: '/login',
    rateLimit: {
      retries: 3,
      obeysRetryAfter: false,
      delayMs: (attempt) => Math.min(1000 * 2 ** (attempt - 1), 10_000),
    },
    paths: { branches: 'branches', itemCategories: 'categories' },
  },
};

/** The client fixed by the build (`VITE_API_CLIENT`), or null if the sign-in page decides. */
export const fixedClient: ClientName | null = parseClientName(import.meta.env['VITE_API_CLIENT']);

/** Parses a stored or configured client name; null for anything else. */
export function parseClientName(value: unknown): ClientName | null {
  return value === 'first' || value === 'second' ? value : null;
}

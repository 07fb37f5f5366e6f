import type { ClientProfile } from './profiles.ts';

export interface CallOptions {
  search?: Record<string, string | number | boolean | undefined>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Sent even if nobody is signed in, or with its own token in `headers`. */
  isPublic?: boolean;
  /** Marks the request that verifies the session's user; other responses wait for it. */
  isUserVerification?: boolean;
}

export interface SendOptions extends CallOptions {
  json?: unknown;
  /** Set by callers that may retry the same action; without it, every request is a separate action. */
  idempotencyKey?: string;
  /** Version the change is based on; sent as `If-Match`. */
  ifMatch?: number | null;
  /** Marks the sign-in request, whose 401 refers to the password. */
  isSignIn?: boolean;
  /**
   * The request is sent only while this user (by id) is signed in; otherwise it fails with `SESSION_ENDED`.
   */
  asUser?: string;
  /**
   * The response is delivered even if the session has ended, because the outbox records it for the entry's
   * owner.
   */
  outlivesSession?: boolean;
}

/** A response. `data` is parsed JSON, or null for an empty body; the readers validate it. */
export interface Reply {
  data: unknown;
  status: number;
  headers: Headers;
}

export type WriteMethod = 'post' | 'put' | 'patch' | 'delete';

/**
 * A request with everything resolved when it was made, independent of the user who is signed in when it is
 * sent.
 */
export interface Call {
  method: 'get' | WriteMethod;
  path: string;
  baseAddress: string;
  profile: ClientProfile;
  token: string | null;
  headers: Record<string, string | undefined>;
  options: SendOptions;
  context: CallContext;
}

/** Information about the failed request that error mapping needs. */
export interface CallContext {
  sessionStartedAt: number | null;
  /** The sign-in request: its 401 means "wrong password", not "your session ended" (SPEC section 8). */
  isSignIn: boolean;
}

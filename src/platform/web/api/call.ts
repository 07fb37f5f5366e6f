import type { ClientProfile } from './profiles.ts';

export interface CallOptions {
  search?: Record<string, string | number | boolean | undefined>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Sent also when nobody is signed in, or with a token of its own in `headers`. */
  isPublic?: boolean;
  /** Marks the call that verifies the session's user; other responses wait for it. */
  isUserVerification?: boolean;
}

export interface SendOptions extends CallOptions {
  json?: unknown;
  /** Set by callers that may retry the same action; without it every call counts as a separate action. */
  idempotencyKey?: string;
  /** Version the change is based on; sent as `If-Match`. */
  ifMatch?: number | null;
  /** Marks the sign-in call, whose 401 refers to the password. */
  isSignIn?: boolean;
  /** The call is sent only while this user (by id) is signed in; otherwise it fails with `SESSION_ENDED`. */
  asUser?: string;
  /**
   * The response is delivered even if the session has ended: the outbox records it for the owner of the
   * entry.
   */
  outlivesSession?: boolean;
}

/** A response: `data` is parsed JSON, null for an empty body, and is validated by readers of `contract`. */
export interface Reply {
  data: unknown;
  status: number;
  headers: Headers;
}

export type WriteMethod = 'post' | 'put' | 'patch' | 'delete';

/** A call with everything resolved at request time, independent of the user signed in when it is sent. */
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

/** Context that error mapping needs about the failed call. */
export interface CallContext {
  sessionStartedAt: number | null;
  /** The sign-in call: its 401 means "wrong password", not "your session ended" (READINGS, SPEC section 8). */
  isSignIn: boolean;
}

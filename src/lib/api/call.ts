import type { ClientProfile } from './profiles.ts';

export interface CallOptions {
  search?: Record<string, string | number | boolean | undefined>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Marks the call that checks the person, whose answer others wait for. */
  isCheck?: boolean;
}

export interface SendOptions extends CallOptions {
  json?: unknown;
  /** Kept by whoever may send the same action twice; without it every call is an action of its own. */
  idempotencyKey?: string;
  /** Version the change is based on; sent as `If-Match`. */
  ifMatch?: number | null;
  /** Marks the sign-in call, whose 401 is an answer about the password. */
  isSignIn?: boolean;
  /** The call is sent only while this user (by id) is signed in; otherwise it fails with `SESSION_ENDED`. */
  asUser?: string;
  /** The answer is wanted whoever is signed in by then: the outbox notes under its owner's name what arrived. */
  outlivesSession?: boolean;
}

/** An answer: `data` is parsed JSON, null for an empty body. Readers of `contract` make sense of it. */
export interface Reply {
  data: unknown;
  status: number;
  headers: Headers;
}

export type WriteMethod = 'post' | 'put' | 'patch' | 'delete';

/** One call with everything that was decided when it was asked for, whoever is signed in when it is sent. */
export interface Call {
  method: 'get' | WriteMethod;
  path: string;
  baseAddress: string;
  profile: ClientProfile;
  token: string | null;
  headers: Record<string, string | undefined>;
  options: SendOptions;
  facts: CallFacts;
}

/** What the error mapping needs to know about the call that failed. */
export interface CallFacts {
  sessionStartedAt: number | null;
  /** The sign-in call: its 401 means "wrong password", not "your session ended" (READINGS, SPEC section 8). */
  isSignIn: boolean;
}

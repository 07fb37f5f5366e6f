import { messagesOf } from '../i18n/messages.ts';
import { apiMessages } from './messages.ts';

/** What went wrong, for machines: the server's code, or one of ours where there was no answer to read. */
export interface ApiErrorParts {
  /**
   * The server's machine code (API.md), or `NETWORK`, `SERVER_ERROR`, `UNAUTHENTICATED`, `RATE_LIMITED`,
   * `HTTP_ERROR`, `UNREADABLE`, `SESSION_ENDED`.
   */
  code: string;
  /** HTTP status; 0 when no answer of the API arrived (offline, timeout, cut, a captive portal's page). */
  status: number;
  /** One sentence for people. */
  message: string;
  /** True when `message` is ours because the server gave none; a screen may then say its own. */
  isGeneric?: boolean;
  /** What is wrong with which field, by path: `items.2.itemId`. */
  fields?: Record<string, string>;
  /** What the server said, where `message` and `fields` say it in other words. */
  asItCame?: SaidByServer;
  details?: Record<string, unknown>;
  /** For support; null when the answer carried none. */
  requestId?: string | null;
  /** How long the server asked us to wait, in milliseconds; null when it did not say. */
  retryAfterMs?: number | null;
  /** Instant (epoch ms) of the sign-in whose token was sent; null for calls without a token. */
  sessionStartedAt?: number | null;
}

/** The sentences of an answer in the language of the server. */
interface SaidByServer {
  message: string;
  fields: Record<string, string>;
}

/** The only error that leaves `lib/api`. Screens show it through `errorMessage` and `fieldErrorMessages`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly isGeneric: boolean;
  readonly fields: Record<string, string>;
  readonly asItCame: SaidByServer;
  readonly details: Record<string, unknown>;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly sessionStartedAt: number | null;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.code = parts.code;
    this.status = parts.status;
    this.isGeneric = parts.isGeneric ?? false;
    this.fields = parts.fields ?? {};
    this.asItCame = parts.asItCame ?? { message: parts.message, fields: this.fields };
    this.details = parts.details ?? {};
    this.requestId = parts.requestId ?? null;
    this.retryAfterMs = parts.retryAfterMs ?? null;
    this.sessionStartedAt = parts.sessionStartedAt ?? null;
  }

  /** The same error in other words. */
  worded({ message, fields }: Pick<ApiErrorParts, 'message' | 'fields'>): ApiError {
    const { code, status, isGeneric, asItCame, details, requestId, retryAfterMs, sessionStartedAt } = this;
    const facts = { code, status, isGeneric, asItCame, details, requestId, retryAfterMs, sessionStartedAt };
    return new ApiError({ ...facts, message, ...(fields && { fields }) });
  }

  /** No answer of the API arrived: offline, timed out, cut, or somebody else's page. */
  get isNetwork(): boolean {
    return this.status === 0;
  }
}

/** Offline, timed out, aborted, cut, or somebody else's page: SPEC has one sentence for all of them. */
export function networkError(facts: { sessionStartedAt: number | null }): ApiError {
  return new ApiError({
    code: 'NETWORK',
    status: 0,
    message: messagesOf(apiMessages).network,
    sessionStartedAt: facts.sessionStartedAt,
  });
}

/** The answer came after its session had ended: the call may have had its effect, and nobody is shown it. */
export function sessionEndedError(facts: { sessionStartedAt: number | null }): ApiError {
  return new ApiError({
    code: 'SESSION_ENDED',
    status: 401,
    message: messagesOf(apiMessages).authenticationFailed,
    sessionStartedAt: facts.sessionStartedAt,
  });
}

/** The server answered, but not with what was asked for: the call may have had its effect. */
export function unreadableResponseError(
  status: number,
  facts: { sessionStartedAt: number | null },
): ApiError {
  return new ApiError({
    code: 'UNREADABLE',
    status,
    message: messagesOf(apiMessages).unreadable,
    isGeneric: true,
    sessionStartedAt: facts.sessionStartedAt,
  });
}

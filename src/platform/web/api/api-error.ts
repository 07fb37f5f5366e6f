import { getMessages } from '#platform/web/i18n/messages.ts';
import { apiMessages } from './messages.ts';

/**
 * Machine-readable parts of an error: the server's code, or a client-side code when no response could be
 * read.
 */
export interface ApiErrorParts {
  /**
   * The server's error code (API.md), or `NETWORK`, `SERVER_ERROR`, `UNAUTHENTICATED`, `RATE_LIMITED`,
   * `HTTP_ERROR`, `UNREADABLE`, `SESSION_ENDED`.
   */
  code: string;
  /**
   * HTTP status; 0 if no response from the API arrived (offline, timeout, dropped connection, a captive portal's
   * page).
   */
  status: number;
  /** User-facing message. */
  message: string;
  /**
   * True if `message` is a default because the server sent none; screens may then use a more specific one.
   */
  isGeneric?: boolean;
  /** Validation messages by field path: `items.2.itemId`. */
  fields?: Record<string, string>;
  /** The server's original messages if `message` and `fields` are localized. */
  serverText?: ServerText;
  details?: Record<string, unknown>;
  /** For support; null if the response contained none. */
  requestId?: string | null;
  /** `Retry-After` of the response in milliseconds; null when absent. */
  retryAfterMs?: number | null;
  /** Instant (epoch ms) of the sign-in whose token was sent; null for requests without a token. */
  sessionStartedAt?: number | null;
}

/** An error response's messages in the server's language. */
interface ServerText {
  message: string;
  fields: Record<string, string>;
}

/**
 * The only error that the API client throws. Screens show it through `getErrorMessage` and
 * `getFieldErrorMessages`.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly isGeneric: boolean;
  readonly fields: Record<string, string>;
  readonly serverText: ServerText;
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
    this.serverText = parts.serverText ?? { message: parts.message, fields: this.fields };
    this.details = parts.details ?? {};
    this.requestId = parts.requestId ?? null;
    this.retryAfterMs = parts.retryAfterMs ?? null;
    this.sessionStartedAt = parts.sessionStartedAt ?? null;
  }

  /** Returns a copy of the error with localized messages. */
  withMessages({ message, fields }: Pick<ApiErrorParts, 'message' | 'fields'>): ApiError {
    const { code, status, isGeneric, serverText, details, requestId, retryAfterMs, sessionStartedAt } = this;
    const unchanged = {
      code,
      status,
      isGeneric,
      serverText,
      details,
      requestId,
      retryAfterMs,
      sessionStartedAt,
    };
    return new ApiError({ ...unchanged, message, ...(fields && { fields }) });
  }

  /** True when no API response arrived: offline, timeout, dropped connection, or a page from an intermediary. */
  get isNetwork(): boolean {
    return this.status === 0;
  }
}

/** Creates the error for a request without an API response; SPEC defines one message for all causes. */
export function createNetworkError(context: { sessionStartedAt: number | null }): ApiError {
  return new ApiError({
    code: 'NETWORK',
    status: 0,
    message: getMessages(apiMessages).network,
    sessionStartedAt: context.sessionStartedAt,
  });
}

/**
 * Creates the error for a response that arrived after its session ended; the request may have taken effect.
 */
export function createSessionEndedError(context: { sessionStartedAt: number | null }): ApiError {
  return new ApiError({
    code: 'SESSION_ENDED',
    status: 401,
    message: getMessages(apiMessages).authenticationFailed,
    sessionStartedAt: context.sessionStartedAt,
  });
}

/** Creates the error for a response of an unexpected shape; the request may have taken effect. */
export function createUnreadableResponseError(
  status: number,
  context: { sessionStartedAt: number | null },
): ApiError {
  return new ApiError({
    code: 'UNREADABLE',
    status,
    message: getMessages(apiMessages).unreadable,
    isGeneric: true,
    sessionStartedAt: context.sessionStartedAt,
  });
}

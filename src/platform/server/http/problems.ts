import { englishRefusal } from '#core/refusals/english.ts';
import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';

/** Every problem code and its status. */
export const problemStatus = {
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  PASSWORD_CHANGE_NEEDED: 403,
  NOT_FOUND: 404,
  ILLEGAL_TRANSITION: 409,
  INSUFFICIENT_STOCK: 409,
  LOT_ON_HOLD: 409,
  LOT_EXPIRED: 409,
  DUPLICATE: 409,
  IN_USE: 409,
  NOT_EDITABLE: 409,
  STILL_RUNNING: 409,
  REVIEW_NEEDED: 409,
  STALE_VERSION: 412,
  TOO_LARGE: 413,
  VALIDATION: 422,
  BOOKS_CLOSED: 422,
  IDEMPOTENCY_MISMATCH: 422,
  TOO_MANY_ATTEMPTS: 429,
  INTERNAL: 500,
  BUSY: 503,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ProblemCode = keyof typeof problemStatus;

export interface ProblemOptions {
  /** Problems by field path in the body or query. */
  fields?: FieldRefusals;
  /** Name of the affected row, if it is one of several. */
  rowName?: string;
  /** Field name that precedes the English message; clients read it from `fields`. */
  messagePrefix?: string;
  details?: Record<string, unknown>;
  /** Whole seconds for the Retry-After header. */
  retryAfterS?: number;
}

/** An error that is reported to the client and rolls back the transaction. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly refusal: Refusal;
  readonly options: ProblemOptions;

  constructor(status: number, code: string, refusal: Refusal, options: ProblemOptions = {}) {
    super([options.rowName, options.messagePrefix, englishRefusal(refusal)].filter(Boolean).join(': '));
    this.status = status;
    this.code = code;
    this.refusal = refusal;
    this.options = options;
  }
}

/** Creates a problem; the code determines its status. */
export function problem(code: ProblemCode, reason: Refusal, options?: ProblemOptions): ApiProblem {
  return new ApiProblem(problemStatus[code], code, reason, options);
}

/** Creates the same 404 for a missing row and one outside the caller's scope. */
export function notFound(): ApiProblem {
  return problem('NOT_FOUND', refusal('record-not-found'));
}

export function forbidden(reason: Refusal = refusal('not-permitted')): ApiProblem {
  return problem('FORBIDDEN', reason);
}

/** Creates a 422 with the invalid fields; the summary defaults to the first field's message. */
export function invalid(fields: FieldRefusals, summary?: Refusal): ApiProblem {
  const [first] = Object.entries(fields);
  if (summary || !first) return problem('VALIDATION', summary ?? refusal('fields-invalid'), { fields });
  return problem('VALIDATION', first[1], { fields, messagePrefix: first[0] });
}

/** Creates a 412 with the row's current state. */
export function stale(current: unknown): ApiProblem {
  return problem('STALE_VERSION', refusal('changed-by-someone-else'), { details: { current } });
}

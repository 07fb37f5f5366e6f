/** Every code an answer may carry, and the status it comes with. */
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
  /** Path of a field in the body or query -> what is wrong with it. */
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
  /** Whole seconds for the Retry-After header. */
  retryAfterS?: number;
}

/** A refusal that the client is told about: thrown anywhere below a route, it rolls the transaction back. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly options: ProblemOptions;

  constructor(status: number, code: string, sentence: string, options: ProblemOptions = {}) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.options = options;
  }
}

/** A refusal by its code alone; the status comes from the table. */
export function problem(code: ProblemCode, sentence: string, options?: ProblemOptions): ApiProblem {
  return new ApiProblem(problemStatus[code], code, sentence, options);
}

/** The same words for a row that is missing and one that is outside the caller's scope. */
export function notFound(): ApiProblem {
  return problem('NOT_FOUND', 'There is nothing here, or it is not yours to see.');
}

export function forbidden(sentence = 'You do not have permission to do this.'): ApiProblem {
  return problem('FORBIDDEN', sentence);
}

/** 422 with the fields at fault. */
export function invalid(fields: Record<string, string>, sentence?: string): ApiProblem {
  const [first] = Object.entries(fields);
  return problem(
    'VALIDATION',
    sentence ?? (first ? `${first[0]}: ${first[1]}` : 'Some fields are not valid.'),
    { fields },
  );
}

/** 412 with the row as it is now. */
export function stale(current: unknown): ApiProblem {
  return problem(
    'STALE_VERSION',
    'Somebody changed this in the meantime: look at it again before you save.',
    {
      details: { current },
    },
  );
}

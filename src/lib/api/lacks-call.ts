import { ApiError } from './api-error.ts';

/**
 * True when the server does not know a call at all. For calls that SPEC does not name: another server may lack them,
 * and that part of a screen is then left out (API.md, "Tolerance"). Our own says NOT_FOUND of a row that is gone.
 */
export function lacksCall(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status) && error.code !== 'NOT_FOUND';
}

import { ApiError } from './api-error.ts';

/** True when a call leads nowhere, whichever way a server says so: for calls of which nothing else is asked. */
export const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/**
 * True when the server does not know a call at all. For calls that SPEC does not name: another server may lack them,
 * and that part of a screen is then left out (API.md, "Tolerance"). Our own says NOT_FOUND of a row that is gone.
 */
export function isMissingEndpoint(error: unknown): boolean {
  return isUnavailable(error) && error.code !== 'NOT_FOUND';
}

import { ApiError } from './api-error.ts';

/** True when a call leads nowhere, whichever way a server says so: for calls of which nothing else is asked. */
export const leadsNowhere = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/**
 * True when the server does not know a call at all. For calls that SPEC does not name: another server may lack them,
 * and that part of a screen is then left out (API.md, "Tolerance"). Our own says NOT_FOUND of a row that is gone.
 */
export function lacksCall(error: unknown): boolean {
  return leadsNowhere(error) && error.code !== 'NOT_FOUND';
}

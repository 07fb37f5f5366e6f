import { ApiError } from './api-error.ts';

/** True when a call has no target on this server, however it reports that. */
export const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/**
 * True when the server does not have the endpoint. For calls that SPEC does not define: other servers may not
 * offer them, and that part of a screen is omitted (API.md, "Tolerance"). Our server sends NOT_FOUND for a
 * missing row.
 */
export function isMissingEndpoint(error: unknown): boolean {
  return isUnavailable(error) && error.code !== 'NOT_FOUND';
}

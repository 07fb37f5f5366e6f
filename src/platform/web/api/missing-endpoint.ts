import { ApiError } from './api-error.ts';

/** True if the requested endpoint or row doesn't exist on this server, however it reports that. */
export const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/**
 * True if the server doesn't have the endpoint. For requests that SPEC doesn't define: other servers may not
 * support them, and that part of a screen is then omitted (API.md, "Tolerance"). Commissary's server
 * sends NOT_FOUND for a missing row.
 */
export function isMissingEndpoint(error: unknown): boolean {
  return isUnavailable(error) && error.code !== 'NOT_FOUND';
}

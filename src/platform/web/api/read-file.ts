import { localeStore } from '#platform/web/i18n/locale.ts';
import {
  ApiError,
  createNetworkError,
  createSessionEndedError,
  createUnreadableResponseError,
} from './api-error.ts';
import { reportConnection } from './connection.ts';
import { isHtml } from './foreign-page.ts';
import { localizeError } from './localize-error.ts';
import { createFileCall, reportFileCallError } from './file-call.ts';

interface FileRequest {
  path: string;
  search: Readonly<Record<string, string>>;
  /** `Accept` header, when it is more specific than `type`. */
  accept?: string;
}

/** Reads a picture with the bearer header; see `fetchFile`. */
export const fetchPictureFile = (
  path: string,
  search: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Blob> => fetchFile('image/', { path, search }, signal);

/**
 * Fetches a file with the bearer header, bypassing the browser cache.
 *
 * @param type prefix of the expected media type; anything else is rejected
 * @throws ApiError, or the signal's reason when aborted
 */
export async function fetchFile(
  type: string,
  { path, search, accept }: FileRequest,
  signal: AbortSignal,
): Promise<Blob> {
  const { address, headers, context, hasSessionEnded } = createFileCall(path, search);
  let response: Response;
  try {
    response = await fetch(address, {
      headers: { ...headers, ...(accept && { accept, 'accept-language': localeStore.get() }) },
      cache: 'no-store',
      signal,
    });
    if (response.ok && (response.headers.get('content-type') ?? '').startsWith(type)) {
      reportConnection(true);
      const blob = await response.blob();
      if (!hasSessionEnded()) return blob;
      throw createSessionEndedError(context);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw signal.aborted ? error : reportFileCallError(createNetworkError(context));
  }
  // Loaded with the first request anyway; a static import would delay every page that has a picture.
  const { createResponseError } = await import('./error-mapping.ts');
  if (response.ok)
    throw isHtml(response)
      ? reportFileCallError(createNetworkError(context))
      : createUnreadableResponseError(response.status, context);
  const data: unknown = await response.json().catch(() => null);
  throw await localizeError(reportFileCallError(createResponseError(response, data, context)));
}

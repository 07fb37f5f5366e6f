import { networkError, unreadableAnswer } from './api-error.ts';
import { heard } from './connection.ts';
import { answerError, isHtml } from './error-mapping.ts';
import { fileCall, noted } from './file-call.ts';

/**
 * Reads a picture with the bearer header. The browser keeps it and asks each time whether it is still the same.
 * Throws `ApiError`, and what the signal says when it was cancelled.
 */
export async function readPictureFile(
  path: string,
  search: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Blob> {
  const { address, headers, facts } = fileCall(path, search);
  let response: Response;
  try {
    response = await fetch(address, { headers, cache: 'no-cache', signal });
    if (response.ok && (response.headers.get('content-type') ?? '').startsWith('image/')) {
      heard(true);
      return await response.blob();
    }
  } catch (error) {
    throw signal.aborted ? error : noted(networkError(facts));
  }
  if (response.ok)
    throw isHtml(response) ? noted(networkError(facts)) : unreadableAnswer(response.status, facts);
  throw noted(answerError(response, await response.json().catch(() => null), facts));
}

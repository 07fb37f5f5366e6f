import { ApiError, networkError, sessionEnded, unreadableAnswer } from './api-error.ts';
import { reportConnection } from './connection.ts';
import { answerError, isHtml } from './error-mapping.ts';
import { inOwnWords } from './own-words.ts';
import { fileCall, noted } from './file-call.ts';

/**
 * Reads a picture with the bearer header. The browser keeps nothing of it; what is shown again comes from memory.
 * Throws `ApiError`, and what the signal says when it was cancelled.
 */
export async function readPictureFile(
  path: string,
  search: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Blob> {
  const { address, headers, facts, isOver } = fileCall(path, search);
  let response: Response;
  try {
    response = await fetch(address, { headers, cache: 'no-store', signal });
    if (response.ok && (response.headers.get('content-type') ?? '').startsWith('image/')) {
      reportConnection(true);
      const blob = await response.blob();
      if (!isOver()) return blob;
      throw sessionEnded(facts);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw signal.aborted ? error : noted(networkError(facts));
  }
  if (response.ok)
    throw isHtml(response) ? noted(networkError(facts)) : unreadableAnswer(response.status, facts);
  const data: unknown = await response.json().catch(() => null);
  throw await inOwnWords(noted(answerError(response, data, facts)));
}

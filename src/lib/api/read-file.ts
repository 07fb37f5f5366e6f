import { localeStore } from '../i18n/locale.ts';
import { ApiError, networkError, sessionEnded, unreadableAnswer } from './api-error.ts';
import { reportConnection } from './connection.ts';
import { isHtml } from './foreign-page.ts';
import { inOwnWords } from './own-words.ts';
import { fileCall, noted } from './file-call.ts';

interface FileQuestion {
  path: string;
  search: Readonly<Record<string, string>>;
  /** What is asked for, where that says more than its type. */
  accept?: string;
}

/** Reads a picture with the bearer header; see `readFileOf`. */
export const readPictureFile = (
  path: string,
  search: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Blob> => readFileOf('image/', { path, search }, signal);

/**
 * Reads a file with the bearer header. The browser keeps nothing of it; what is shown again comes from memory.
 * Throws `ApiError`, and what the signal says when it was cancelled.
 *
 * @param type how the media type of the answer begins; anything else is no answer
 */
export async function readFileOf(
  type: string,
  { path, search, accept }: FileQuestion,
  signal: AbortSignal,
): Promise<Blob> {
  const { address, headers, facts, isOver } = fileCall(path, search);
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
      if (!isOver()) return blob;
      throw sessionEnded(facts);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw signal.aborted ? error : noted(networkError(facts));
  }
  // Every call has it already; by a static import each page with a picture would wait for it.
  const { answerError } = await import('./error-mapping.ts');
  if (response.ok)
    throw isHtml(response) ? noted(networkError(facts)) : unreadableAnswer(response.status, facts);
  const data: unknown = await response.json().catch(() => null);
  throw await inOwnWords(noted(answerError(response, data, facts)));
}

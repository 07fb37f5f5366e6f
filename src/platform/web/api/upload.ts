import { newUuid } from '#platform/web/uuid.ts';
import {
  type ApiError,
  createNetworkError,
  createSessionEndedError,
  createUnreadableResponseError,
} from './api-error.ts';
import type { CallContext, Reply } from './call.ts';
import { reportConnection } from './connection.ts';
import { createResponseError } from './error-mapping.ts';
import { isHtml } from './foreign-page.ts';
import { localizeError } from './localize-error.ts';
import { createFileCall, reportFileCallError } from './file-call.ts';

/** Long enough for a slow connection. */
const uploadTimeoutMs = 5 * 60_000;

export interface Upload {
  method: 'post' | 'put';
  path: string;
  file: Blob;
  search?: Readonly<Record<string, string>>;
  /** Set by callers that may retry the same file. */
  idempotencyKey?: string;
  /** Version the change is based on; sent as `If-Match`. */
  ifMatch?: number | null;
  /** The file is sent only while this user (by id) is signed in; otherwise it fails with `SESSION_ENDED`. */
  asUser?: string;
  signal?: AbortSignal;
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress?(sentShare: number): void;
}

/**
 * Uploads a file as the request body with XMLHttpRequest, because fetch does not report upload progress.
 *
 * @throws ApiError, or the signal's reason when aborted
 */
export function uploadFile({
  method,
  path,
  file,
  search,
  signal,
  onProgress,
  ...options
}: Upload): Promise<Reply> {
  const { address, headers, context, userId, hasSessionEnded } = createFileCall(path, search);
  if (options.asUser !== undefined && options.asUser !== userId)
    return Promise.reject(createSessionEndedError(context));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(reportFileCallError(createNetworkError(context)));
    const cancel = () => request.abort();
    request.open(method.toUpperCase(), address);
    request.timeout = uploadTimeoutMs;
    request.responseType = 'text';
    const allHeaders = {
      ...headers,
      accept: 'application/json',
      'content-type': 'application/octet-stream',
      'idempotency-key': options.idempotencyKey ?? newUuid(),
      ...(options.ifMatch == null ? {} : { 'if-match': `"${options.ifMatch}"` }),
    };
    for (const [name, value] of Object.entries(allHeaders)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = () => reject(signal?.reason ?? createNetworkError(context));
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    request.onload = () => {
      const reply = readReply(request, context);
      if (!('data' in reply)) return void localizeError(reportFileCallError(reply)).then(reject);
      reportConnection(true);
      if (hasSessionEnded()) reject(createSessionEndedError(context));
      else resolve(reply);
    };
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) reject(signal.reason);
    else request.send(file);
  });
}

function readReply(request: XMLHttpRequest, context: CallContext): Reply | ApiError {
  const { status, responseText } = request;
  const headers = parseHeaders(request.getAllResponseHeaders());
  const response = new Response(null, { status, headers });
  const data = parseJson(responseText);
  if (!response.ok) return createResponseError(response, data, context);
  if (isHtml(response)) return createNetworkError(context);
  return data === undefined ? createUnreadableResponseError(status, context) : { data, status, headers };
}

/** Returns undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return text.trim() === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseHeaders(text: string): Headers {
  const headers = new Headers();
  for (const line of text.trim().split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}

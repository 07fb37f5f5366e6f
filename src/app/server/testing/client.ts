import type { Hono } from 'hono';
import { isDescribedStatus } from './described-status.ts';
import { findRefusalWordingProblems } from './refusal-wording.ts';

/** A response with its parsed body, typed loosely for assertions. */
export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  // tests assert on bodies of every shape
  body: any;
}

export type TestHeaders = Record<string, string>;

/**
 * API client for one user; paths are relative to /api. An error that can't be localized fails the test, and
 * so does a success status that isn't in the API description.
 */
export interface TestClient {
  token: string | null;
  get(path: string, headers?: TestHeaders): Promise<TestResponse>;
  post(path: string, body?: unknown, headers?: TestHeaders): Promise<TestResponse>;
  put(path: string, body?: unknown, headers?: TestHeaders): Promise<TestResponse>;
  patch(path: string, body?: unknown, headers?: TestHeaders): Promise<TestResponse>;
  delete(path: string, headers?: TestHeaders): Promise<TestResponse>;
  /** Sends a request with any method; a string or bytes are sent unchanged. */
  send(method: string, path: string, body?: unknown, headers?: TestHeaders): Promise<TestResponse>;
}

export function createTestClient(app: Hono, token: string | null): TestClient {
  const send: TestClient['send'] = async (method, path, body, headers = {}) => {
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body:
          typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    const json = isJson ? JSON.parse(text) : undefined;
    const problems = response.status >= 400 && isJson ? findRefusalWordingProblems(json) : [];
    if (problems.length > 0)
      throw new Error(`${method} ${path} returned a refusal that can't be localized: ${problems.join('; ')}`);
    if (response.status < 400 && !isDescribedStatus(method, path, response.status))
      throw new Error(
        `${method} ${path} returned status ${response.status}, which the API description doesn't list`,
      );
    return { status: response.status, headers: response.headers, text, body: json };
  };
  return {
    token,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}

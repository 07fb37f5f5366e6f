import { baseAddress } from '#platform/web/api/base-address.ts';
import type { DemoUser, MockApi } from '#mocks/node.ts';

type ApiCall = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Creates a client for the mocked API that acts as a user, independently of the dashboard. */
export async function apiAs({ signIn }: MockApi, user: DemoUser): Promise<ApiCall> {
  const { token } = await signIn(user);
  return async (method, path, body) => {
    const response = await fetch(`${baseAddress(window.location)}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const responseBody = (response.status === 204 ? {} : await response.json()) as Record<string, unknown>;
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(responseBody)}`);
    return responseBody;
  };
}

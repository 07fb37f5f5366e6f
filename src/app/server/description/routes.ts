import { type Route, readRoute } from '#platform/server/http/route.ts';
import { describeApi } from './openapi.ts';
import { renderPage, pagePolicy } from './page.ts';

/**
 * Routes that serve the description of the given routes and of themselves, generated on the first request.
 */
export function descriptionRoutes(others: readonly Route[]): Route[] {
  let cached: { json: string; html: string } | null = null;
  const describe = () => {
    if (!cached) {
      const description = describeApi([...others, ...ownRoutes]);
      cached = { json: JSON.stringify(description), html: renderPage(description) };
    }
    return cached;
  };
  const ownRoutes: Route[] = [
    readRoute({
      path: '/openapi.json',
      access: { kind: 'public' },
      summary: 'This description as OpenAPI 3.1.',
      run: async () => ({
        status: 200,
        body: describe().json,
        raw: true,
        headers: { 'cache-control': 'public, max-age=300' },
      }),
    }),
    readRoute({
      path: '/docs',
      access: { kind: 'public' },
      summary: 'This description as a page.',
      run: async () => ({
        status: 200,
        body: describe().html,
        raw: true,
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy },
      }),
    }),
  ];
  return ownRoutes;
}

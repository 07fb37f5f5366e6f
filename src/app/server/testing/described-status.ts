import { listSuccessStatuses } from '#app/server/description/openapi.ts';
import { routes } from '#app/server/routes.ts';

interface DescribedRoute {
  method: string;
  path: RegExp;
  statuses: ReadonlySet<number>;
}

let describedRoutes: readonly DescribedRoute[] | null = null;

/**
 * Lists the described routes, literal segments before parameters as in the router. Builds no schemas, because
 * every test file calls it.
 */
function listDescribedRoutes(): readonly DescribedRoute[] {
  const toSortKey = (path: string) => path.replace(/:\w+/g, '~');
  return routes
    .toSorted((a, b) => (toSortKey(a.path) < toSortKey(b.path) ? -1 : 1))
    .map((route) => ({
      method: route.method.toUpperCase(),
      path: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`),
      statuses: new Set<number>([...listSuccessStatuses(route), ...(route.accepted ? [202] : [])]),
    }));
}

/**
 * Returns whether the API description lists this success status; routes without a description may return any.
 */
export function isDescribedStatus(method: string, pathAndQuery: string, status: number): boolean {
  describedRoutes ??= listDescribedRoutes();
  const path = pathAndQuery.split('?')[0] ?? '';
  const route = describedRoutes.find((candidate) => candidate.method === method && candidate.path.test(path));
  return !route || status === 304 || route.statuses.has(status);
}

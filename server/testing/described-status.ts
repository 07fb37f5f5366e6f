import { successesOf } from '../modules/description/openapi.ts';
import { routes } from '../modules/routes.ts';

interface Described {
  method: string;
  path: RegExp;
  statuses: ReadonlySet<number>;
}

let described: readonly Described[] | null = null;

/** Words come before parameters, as where calls are answered. No schema is made for it: every test file asks. */
function describeAll(): readonly Described[] {
  const rank = (path: string) => path.replace(/:\w+/g, '~');
  return routes
    .toSorted((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1))
    .map((route) => ({
      method: route.method.toUpperCase(),
      path: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`),
      statuses: new Set<number>([...successesOf(route), ...(route.accepted ? [202] : [])]),
    }));
}

/** Whether the description of the API knows a good answer with this status; what it does not describe at all may answer anything. */
export function isDescribedStatus(method: string, pathAndQuery: string, status: number): boolean {
  described ??= describeAll();
  const path = pathAndQuery.split('?')[0] ?? '';
  const found = described.find((one) => one.method === method && one.path.test(path));
  return !found || status === 304 || found.statuses.has(status);
}

import { describeApi } from '../modules/description/openapi.ts';
import { routes } from '../modules/routes.ts';

interface Described {
  method: string;
  path: RegExp;
  statuses: ReadonlySet<number>;
}

let described: readonly Described[] | null = null;

/** Words come before parameters, as where calls are answered. */
function describeAll(): readonly Described[] {
  const { paths } = describeApi(routes) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const rank = (path: string) => path.replace(/\{\w+\}/g, '~');
  return Object.entries(paths)
    .toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => ({
        method: method.toUpperCase(),
        path: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        statuses: new Set(Object.keys(responses).map(Number)),
      })),
    );
}

/** Whether the description of the API knows a good answer with this status; what it does not describe at all may answer anything. */
export function isDescribed(method: string, pathAndQuery: string, status: number): boolean {
  described ??= describeAll();
  const path = pathAndQuery.split('?')[0] ?? '';
  const found = described.find((one) => one.method === method && one.path.test(path));
  return !found || status === 304 || found.statuses.has(status);
}

import { allFiles, formatKb, listFilesLoadedFor, routeModules, computeSize } from './build-files.ts';
import type { Check } from './check.ts';

/** Rows 5, 6 and 7 of the performance table, in bytes after brotli. */
const budget = {
  firstList: 205_000,
  dashboard: 250_000,
  anyRoute: 265_000,
  allRoutes: 700_000,
  ownChunk: 60_000,
};

/** The order lists, one of which is every user's first page. */
const orderLists = ['branch-order/order-submission', 'branch-order/order-history', 'branch-orders'];

/** Loaded lazily, but by every screen that sends requests to the server. */
const commonModules = [
  'src/app/web/routes/_shell.tsx?tsr-split=component',
  'src/platform/web/api/transport.ts',
];

export function runRouteChecks(): Check[] {
  const loads = new Map(
    routeModules.map((module) => [module, listFilesLoadedFor([...commonModules, module])]),
  );
  const useCounts = new Map<string, number>();
  for (const file of [...loads.values()].flatMap((files) => [...files])) {
    useCounts.set(file, (useCounts.get(file) ?? 0) + 1);
  }
  const totalSize = computeSize(new Set([...loads.values()].flatMap((files) => [...files])));
  const ownFiles = [...loads].map(([module, files]) => ({
    module,
    size: computeSize([...files].filter((file) => useCounts.get(file) === 1)),
  }));
  const largest = ownFiles.toSorted((a, b) => b.size - a.size)[0] ?? { module: '', size: 0 };
  const [heaviest = { module: '', size: 0 }] = [...loads]
    .map(([module, files]) => ({ module, size: computeSize(files) }))
    .toSorted((a, b) => b.size - a.size);
  const dashboard = computeSize(loads.get(getRouteModule('dashboard')) ?? []);
  return [
    ...orderLists.map((path) => {
      const size = computeSize(loads.get(getRouteModule(path)) ?? []);
      return {
        label: `total JavaScript of a first list, /${path}: ${formatKb(size)} of ${formatKb(budget.firstList)} KB`,
        isPassing: size > 0 && size <= budget.firstList,
      };
    }),
    {
      label: `total JavaScript of /dashboard: ${formatKb(dashboard)} of ${formatKb(budget.dashboard)} KB`,
      isPassing: dashboard > 0 && dashboard <= budget.dashboard,
    },
    {
      label: `the largest part used by only one route: ${formatKb(largest.size)} of ${formatKb(budget.ownChunk)} KB, ${getPath(largest.module)}`,
      isPassing: largest.size > 0 && largest.size <= budget.ownChunk,
    },
    {
      label: `total JavaScript of the heaviest route: ${formatKb(heaviest.size)} of ${formatKb(budget.anyRoute)} KB, ${getPath(heaviest.module)}`,
      isPassing: heaviest.size > 0 && heaviest.size <= budget.anyRoute,
    },
    {
      label: `all ${loads.size} routes together: ${formatKb(totalSize)} of ${formatKb(budget.allRoutes)} KB (with everything loaded on demand: ${formatKb(computeSize(allFiles))} KB)`,
      isPassing: totalSize <= budget.allRoutes,
    },
  ];
}

function getRouteModule(path: string): string {
  return `src/app/web/routes/_shell/${path}.tsx?tsr-split=component`;
}

function getPath(module: string): string {
  return module.replace(/^src\/app\/web\/routes\/_shell|\.tsx.*$/g, '');
}

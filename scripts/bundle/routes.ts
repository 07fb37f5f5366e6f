import { allFiles, kb, filesLoadedFor, routeModules, sizeOf } from './build-files.ts';
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

export function routeChecks(): Check[] {
  const loads = new Map(routeModules.map((module) => [module, filesLoadedFor([...commonModules, module])]));
  const useCounts = new Map<string, number>();
  for (const file of [...loads.values()].flatMap((files) => [...files])) {
    useCounts.set(file, (useCounts.get(file) ?? 0) + 1);
  }
  const totalSize = sizeOf(new Set([...loads.values()].flatMap((files) => [...files])));
  const ownFiles = [...loads].map(([module, files]) => ({
    module,
    size: sizeOf([...files].filter((file) => useCounts.get(file) === 1)),
  }));
  const largest = ownFiles.toSorted((a, b) => b.size - a.size)[0] ?? { module: '', size: 0 };
  const [heaviest = { module: '', size: 0 }] = [...loads]
    .map(([module, files]) => ({ module, size: sizeOf(files) }))
    .toSorted((a, b) => b.size - a.size);
  const dashboard = sizeOf(loads.get(routeModule('dashboard')) ?? []);
  return [
    ...orderLists.map((path) => {
      const size = sizeOf(loads.get(routeModule(path)) ?? []);
      return {
        label: `JavaScript of a first list, /${path}, in all: ${kb(size)} of ${kb(budget.firstList)} KB`,
        isPassing: size > 0 && size <= budget.firstList,
      };
    }),
    {
      label: `JavaScript of /dashboard in all: ${kb(dashboard)} of ${kb(budget.dashboard)} KB`,
      isPassing: dashboard > 0 && dashboard <= budget.dashboard,
    },
    {
      label: `the largest part used by only one route: ${kb(largest.size)} of ${kb(budget.ownChunk)} KB, ${pathOf(largest.module)}`,
      isPassing: largest.size > 0 && largest.size <= budget.ownChunk,
    },
    {
      label: `JavaScript of the heaviest route in all: ${kb(heaviest.size)} of ${kb(budget.anyRoute)} KB, ${pathOf(heaviest.module)}`,
      isPassing: heaviest.size > 0 && heaviest.size <= budget.anyRoute,
    },
    {
      label: `all ${loads.size} routes together: ${kb(totalSize)} of ${kb(budget.allRoutes)} KB (with everything loaded on demand: ${kb(sizeOf(allFiles))} KB)`,
      isPassing: totalSize <= budget.allRoutes,
    },
  ];
}

function routeModule(path: string): string {
  return `src/app/web/routes/_shell/${path}.tsx?tsr-split=component`;
}

function pathOf(module: string): string {
  return module.replace(/^src\/app\/web\/routes\/_shell|\.tsx.*$/g, '');
}

import './testing/dom.ts';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { createAppRouter } from './router.tsx';

const router = createAppRouter(
  { queryClient: new QueryClient(), leaveFor: () => undefined },
  createMemoryHistory({ initialEntries: ['/'] }),
);
const routes = Object.values(router.routesById).map(({ id, fullPath, options }) => {
  const { page, title, role } = options.staticData ?? {};
  return { id: String(id), path: String(fullPath), page, title, role };
});
const underShell = routes.filter(({ id }) => id.startsWith('/_shell/'));

test('every route under the shell says which page it is', () => {
  expect(underShell.filter(({ page }) => page === undefined)).toEqual([]);
  const misnamed = underShell.filter(({ page, path }) => page !== null && page !== path);
  expect(misnamed).toEqual([]);
});

test('no shipped route asks for a role: it would lock out admins', () => {
  expect(routes.filter(({ role }) => role !== undefined)).toEqual([]);
});

test('the route tree is the one that was reviewed', () => {
  const tree = underShell.map(({ path, page, title }) => `${path} ${page} ${title}`).toSorted();
  expect(tree).toMatchInlineSnapshot(`
    [
      "/$ null undefined",
      "/branch-order/create-order /branch-order/create-order createOrder",
      "/branch-order/order-submission /branch-order/order-submission orderSubmission",
      "/branch-order/receiving-order /branch-order/receiving-order receivingOrder",
      "/central-kitchen/dashboard /central-kitchen/dashboard kitchenDashboard",
      "/central-kitchen/order-processing-prep /central-kitchen/order-processing-prep orderProcessing",
      "/dashboard /dashboard dashboards",
      "/dashboard-fallback /dashboard-fallback dashboards",
      "/inventory /inventory inventory",
    ]
  `);
});

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useRouter,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

/**
 * React, Router and Query only: a form, the dashboard's list of fifty orders with the same values in each
 * row, and a second page.
 */
const root = createRootRoute({
  component: () => (
    <>
      <nav>
        <UntypedLink to="/list" /> <UntypedLink to="/other" />
      </nav>
      <Outlet />
    </>
  ),
});

/** A link that isn't typed against the dashboard's own routes. */
function UntypedLink({ to }: { to: string }) {
  const { history } = useRouter();
  return (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault();
        history.push(to);
      }}
    >
      {to}
    </a>
  );
}

const form = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => (
    <form>
      <input type="email" /> <input type="password" />
    </form>
  ),
});
const list = createRoute({ getParentRoute: () => root, path: '/list', component: List });
const other = createRoute({
  getParentRoute: () => root,
  path: '/other',
  component: () => <h1 data-page="other">Other</h1>,
});

interface Row {
  _id: string;
  orderNo: string;
  branchName: string;
  status: string;
  deliveryDate: string;
  createdAt: string;
  lineCount: number;
  value?: number;
  late?: boolean;
}

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const money = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 });

function List() {
  const rows = useQuery({
    queryKey: ['rows'],
    staleTime: 60_000,
    queryFn: async (): Promise<Row[]> => {
      const response = (await (await fetch('/api/orders?limit=50')).json()) as Row[] | { orders: Row[] };
      return Array.isArray(response) ? response : response.orders;
    },
  });
  return (
    <table>
      <tbody>
        {rows.data?.map((row) => (
          <tr key={row._id}>
            <td>
              <input type="checkbox" aria-label={row.orderNo} />
            </td>
            <td>
              <a href={`/other?order=${row._id}`}>{row.orderNo}</a>
            </td>
            <td>{row.status}</td>
            <td>{row.branchName}</td>
            <td>{day.format(new Date(row.deliveryDate))}</td>
            <td>{row.lineCount}</td>
            <td>{money.format(row.value ?? 0)}</td>
            <td>{row.late ? 'Late' : ''}</td>
            <td>{instant.format(new Date(row.createdAt))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree: root.addChildren([form, list, other]) })} />
    </QueryClientProvider>,
  );

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

/** React, Router and Query and nothing else: a form, fifty rows of the same orders, and another page. */
const root = createRootRoute({
  component: () => (
    <>
      <nav>
        <Inside to="/list" /> <Inside to="/other" />
      </nav>
      <Outlet />
    </>
  ),
});

/** A link that the compiler does not hold against the dashboard's own routes. */
function Inside({ to }: { to: string }) {
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
}

function List() {
  const rows = useQuery({
    queryKey: ['rows'],
    staleTime: 60_000,
    queryFn: async (): Promise<Row[]> => {
      const answer = (await (await fetch('/api/orders?limit=50')).json()) as Row[] | { orders: Row[] };
      return Array.isArray(answer) ? answer : answer.orders;
    },
  });
  return (
    <table>
      <tbody>
        {rows.data?.map((row) => (
          <tr key={row._id}>
            <td>{row.orderNo}</td>
            <td>{row.branchName}</td>
            <td>{row.status}</td>
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

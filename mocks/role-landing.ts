/** Content shown at a URL: the sign-in form, the page, or `No Access` instead of the page. */
export type ShownPage = 'sign-in' | 'page' | 'no access';

export interface LandingVisit {
  opens: string;
  endsAt: string;
  sees: ShownPage;
}

export interface RoleLanding {
  role: string;
  /** A demo user with the role; null for a visitor. */
  person: 'branch' | 'kitchen' | 'admin' | 'master' | 'viewer' | null;
  /** Allowed pages set for the test; by default, the demo user's own. */
  allowedPages?: string[];
  /** Whether signing in reloads the page (SPEC section 4). */
  reloads: boolean;
  visits: LandingVisit[];
}

/**
 * SPEC sections 2, 4 and 6 as a table: every role, and a visitor, at `/`, `/login`, `/dashboard`, an allowed
 * deep link and a forbidden one. Used by the router test and the browser test.
 */
export const roleLandings: readonly RoleLanding[] = [
  {
    role: 'visitor',
    person: null,
    reloads: false,
    visits: [
      { opens: '/', endsAt: '/', sees: 'sign-in' },
      { opens: '/login', endsAt: '/login', sees: 'sign-in' },
      { opens: '/dashboard', endsAt: '/', sees: 'sign-in' },
      { opens: '/inventory', endsAt: '/', sees: 'sign-in' },
      { opens: '/branch-order/create-order', endsAt: '/', sees: 'sign-in' },
    ],
  },
  {
    role: 'custom_role_sk',
    person: 'branch',
    reloads: true,
    visits: [
      { opens: '/', endsAt: '/branch-order/create-order', sees: 'page' },
      { opens: '/login', endsAt: '/branch-order/create-order', sees: 'page' },
      { opens: '/dashboard', endsAt: '/branch-order/create-order', sees: 'page' },
      { opens: '/branch-order/order-submission', endsAt: '/branch-order/order-submission', sees: 'page' },
      { opens: '/central-kitchen/dashboard', endsAt: '/central-kitchen/dashboard', sees: 'no access' },
    ],
  },
  {
    role: 'custom_role_ck',
    person: 'kitchen',
    reloads: true,
    visits: [
      { opens: '/', endsAt: '/central-kitchen/dashboard', sees: 'page' },
      { opens: '/login', endsAt: '/central-kitchen/dashboard', sees: 'page' },
      { opens: '/dashboard', endsAt: '/central-kitchen/dashboard', sees: 'page' },
      { opens: '/inventory', endsAt: '/inventory', sees: 'page' },
      { opens: '/branch-order/create-order', endsAt: '/branch-order/create-order', sees: 'no access' },
    ],
  },
  {
    role: 'admin',
    person: 'admin',
    allowedPages: ['dashboard', 'reports'],
    reloads: true,
    visits: [
      { opens: '/', endsAt: '/dashboard', sees: 'page' },
      { opens: '/login', endsAt: '/dashboard', sees: 'page' },
      { opens: '/dashboard', endsAt: '/dashboard', sees: 'page' },
      { opens: '/reports/order-patterns', endsAt: '/reports/order-patterns', sees: 'page' },
      { opens: '/inventory', endsAt: '/inventory', sees: 'no access' },
    ],
  },
  {
    role: 'master_admin',
    person: 'master',
    // A master admin may see all pages, whatever the list contains.
    allowedPages: ['gallery'],
    reloads: true,
    visits: [
      { opens: '/', endsAt: '/dashboard', sees: 'page' },
      { opens: '/login', endsAt: '/dashboard', sees: 'page' },
      { opens: '/dashboard', endsAt: '/dashboard', sees: 'page' },
      { opens: '/reports/order-patterns', endsAt: '/reports/order-patterns', sees: 'page' },
      { opens: '/inventory', endsAt: '/inventory', sees: 'page' },
    ],
  },
  {
    role: 'custom role',
    person: 'viewer',
    // Only whole segments match: `report` doesn't include /reports.
    allowedPages: ['dashboard', '/inventory', 'report'],
    reloads: false,
    visits: [
      { opens: '/', endsAt: '/dashboard', sees: 'page' },
      { opens: '/login', endsAt: '/dashboard', sees: 'page' },
      { opens: '/dashboard', endsAt: '/dashboard', sees: 'page' },
      { opens: '/inventory', endsAt: '/inventory', sees: 'page' },
      { opens: '/reports/order-patterns', endsAt: '/reports/order-patterns', sees: 'no access' },
    ],
  },
];

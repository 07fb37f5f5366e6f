/** What stands at an address: the sign-in form, the page itself, or `No Access` in its place. */
export type ShownPage = 'sign-in' | 'page' | 'no access';

export interface LandingVisit {
  opens: string;
  endsAt: string;
  sees: ShownPage;
}

export interface RoleLanding {
  role: string;
  /** The demonstration user who holds it; null for nobody. */
  person: 'branch' | 'kitchen' | 'admin' | 'master' | 'viewer' | null;
  /** Pages that the profile is made to allow, where the demonstration user's own would allow everything. */
  allowedPages?: string[];
  /** Whether signing in reloads the page (SPEC section 4). */
  reloads: boolean;
  visits: LandingVisit[];
}

/**
 * SPEC sections 2, 4 and 6 in one table: every role, and nobody, x `/`, `/login`, `/dashboard`, a deep link that is
 * allowed and one that is not. Read by the fast check through the router and by the one in a browser.
 */
export const roleLandings: readonly RoleLanding[] = [
  {
    role: 'nobody',
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
    // A master admin has all pages, whatever the list says.
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
    role: 'another role',
    person: 'viewer',
    // Whole segments: `report` is not the parent of /reports.
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

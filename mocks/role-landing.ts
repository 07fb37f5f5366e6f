/** Content shown at a URL: the sign-in form, the page, or `No Access` instead of the page. */
export type ShownContent = 'sign-in' | 'page' | 'no access';

export interface LandingVisit {
  path: string;
  /** The path after all redirects. */
  finalPath: string;
  content: ShownContent;
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
      { path: '/', finalPath: '/', content: 'sign-in' },
      { path: '/login', finalPath: '/login', content: 'sign-in' },
      { path: '/dashboard', finalPath: '/', content: 'sign-in' },
      { path: '/inventory', finalPath: '/', content: 'sign-in' },
      { path: '/branch-order/create-order', finalPath: '/', content: 'sign-in' },
    ],
  },
  {
    role: 'custom_role_sk',
    person: 'branch',
    reloads: true,
    visits: [
      { path: '/', finalPath: '/branch-order/create-order', content: 'page' },
      { path: '/login', finalPath: '/branch-order/create-order', content: 'page' },
      { path: '/dashboard', finalPath: '/branch-order/create-order', content: 'page' },
      {
        path: '/branch-order/order-submission',
        finalPath: '/branch-order/order-submission',
        content: 'page',
      },
      { path: '/central-kitchen/dashboard', finalPath: '/central-kitchen/dashboard', content: 'no access' },
    ],
  },
  {
    role: 'custom_role_ck',
    person: 'kitchen',
    reloads: true,
    visits: [
      { path: '/', finalPath: '/central-kitchen/dashboard', content: 'page' },
      { path: '/login', finalPath: '/central-kitchen/dashboard', content: 'page' },
      { path: '/dashboard', finalPath: '/central-kitchen/dashboard', content: 'page' },
      { path: '/inventory', finalPath: '/inventory', content: 'page' },
      { path: '/branch-order/create-order', finalPath: '/branch-order/create-order', content: 'no access' },
    ],
  },
  {
    role: 'admin',
    person: 'admin',
    allowedPages: ['dashboard', 'reports'],
    reloads: true,
    visits: [
      { path: '/', finalPath: '/dashboard', content: 'page' },
      { path: '/login', finalPath: '/dashboard', content: 'page' },
      { path: '/dashboard', finalPath: '/dashboard', content: 'page' },
      { path: '/reports/order-patterns', finalPath: '/reports/order-patterns', content: 'page' },
      { path: '/inventory', finalPath: '/inventory', content: 'no access' },
    ],
  },
  {
    role: 'master_admin',
    person: 'master',
    // A master admin may see all pages, whatever the list contains.
    allowedPages: ['gallery'],
    reloads: true,
    visits: [
      { path: '/', finalPath: '/dashboard', content: 'page' },
      { path: '/login', finalPath: '/dashboard', content: 'page' },
      { path: '/dashboard', finalPath: '/dashboard', content: 'page' },
      { path: '/reports/order-patterns', finalPath: '/reports/order-patterns', content: 'page' },
      { path: '/inventory', finalPath: '/inventory', content: 'page' },
    ],
  },
  {
    role: 'custom role',
    person: 'viewer',
    // Only whole segments match: `report` doesn't include /reports.
    allowedPages: ['dashboard', '/inventory', 'report'],
    reloads: false,
    visits: [
      { path: '/', finalPath: '/dashboard', content: 'page' },
      { path: '/login', finalPath: '/dashboard', content: 'page' },
      { path: '/dashboard', finalPath: '/dashboard', content: 'page' },
      { path: '/inventory', finalPath: '/inventory', content: 'page' },
      { path: '/reports/order-patterns', finalPath: '/reports/order-patterns', content: 'no access' },
    ],
  },
];

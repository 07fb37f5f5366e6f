import { type Actor, canOpenPage, getLandingPage } from '#core/permissions.ts';

/** Access rule that a route under the shell declares. */
export interface GuardedMatch {
  staticData: { page?: string | null; role?: string };
}

export type Access = { kind: 'open' } | { kind: 'redirect'; to: string } | { kind: 'refused'; page: string };

/**
 * The second guard of SPEC section 2, applied to all matched routes: a role that opens /dashboard is
 * redirected to its landing page; a user without the required role is redirected to `/`; then page access is
 * checked (SPEC section 6).
 */
export function decideAccess(user: Actor, matches: readonly GuardedMatch[]): Access {
  const pages = matches.flatMap(({ staticData }) => staticData.page ?? []);
  const landing = getLandingPage(user.role);
  if (pages.at(-1) === '/dashboard' && landing !== '/dashboard') return { kind: 'redirect', to: landing };
  const hasOtherRole = matches.some(
    ({ staticData }) => staticData.role !== undefined && staticData.role !== user.role,
  );
  if (hasOtherRole) return { kind: 'redirect', to: '/' };
  const refused = pages.find((page) => !canOpenPage(user, page));
  return refused === undefined ? { kind: 'open' } : { kind: 'refused', page: refused };
}

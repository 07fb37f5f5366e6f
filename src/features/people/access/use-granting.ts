import { useQuery } from '@tanstack/react-query';
import { grantsBeyond, type Grants, type Holder } from '#domain/grants.ts';
import { type RoleRow, rolesQuery } from '#src/collections/people/people.ts';
import { useUser } from '#src/lib/session/session.ts';

type OfUser = Omit<Grants, 'isReviewed'> & { role: string };

/** What the reader may grant, by the rule that the server keeps: what goes beyond it is not offered. */
export function useGranting() {
  const user = useUser();
  const roles = useQuery(rolesQuery()).data?.rows;
  const asks = (key: string) => roles?.find((role) => role.key === key)?.asksReview ?? false;
  const holder: Holder = { ...user, isReviewed: !user.isMasterAdmin && asks(user.role) };
  const beyond = (grants: Grants) => grantsBeyond(holder, grants).length > 0;
  return {
    isReviewed: holder.isReviewed ?? false,
    /** Whether a user holds more than the reader, or would. */
    isUserBeyond: (person: OfUser) =>
      beyond({ ...person, isReviewed: !person.isMasterAdmin && asks(person.role) }),
    /** Whether the defaults of a role do. */
    isRoleBeyond: ({ key, permissions, allowedPages, asksReview }: RoleRow) =>
      beyond({ role: key, permissions, allowedPages, isReviewed: asksReview }),
    /** Whether the reader may give the name of a role, with whatever flags and pages. */
    mayGiveRole: ({ key, asksReview }: RoleRow) => !beyond({ role: key, isReviewed: asksReview }),
  };
}

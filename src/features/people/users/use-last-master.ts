import { useQuery } from '@tanstack/react-query';
import { type Person, peopleQuery } from '#src/collections/people/people.ts';

/** Whether somebody is the only master admin who may still sign in: the server keeps them, and the screen says so. */
export function useIsLastMaster(person: Person | null): boolean {
  const isMaster = person !== null && person.isMasterAdmin && person.isActive;
  const masters = useQuery({
    ...peopleQuery({ isMasterAdmin: true, active: true, limit: 100 }),
    enabled: isMaster,
  });
  if (!isMaster || !masters.data) return false;
  // A server that does not know the filter answers everybody.
  return masters.data.rows.filter((each) => each.isMasterAdmin && each.isActive).length === 1;
}

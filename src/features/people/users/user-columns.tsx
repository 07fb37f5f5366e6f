import type { Person } from '#src/collections/people/people.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { Pill } from '#src/components/ui/pill.tsx';
import { absent, formatAge } from '#src/lib/format/format.ts';
import type { useMessages } from '#src/lib/i18n/messages.ts';
import type { peopleMessages } from '../messages.ts';

interface UserColumns {
  t: ReturnType<typeof useMessages<(typeof peopleMessages)['en']>>;
  roleOf(person: Person): string;
  placesOf(person: Person): string;
  isLocal: boolean;
}

/** The columns of the users. */
export function userColumns({ t, roleOf, placesOf, isLocal }: UserColumns): Column<Person>[] {
  const { columns } = t.users;
  return [
    {
      key: 'name',
      label: columns.name,
      className: 'min-w-40',
      sort: 'name',
      cell: ({ name }) => <bdi>{name}</bdi>,
      value: ({ name }) => name,
    },
    {
      key: 'email',
      label: columns.email,
      sort: 'email',
      isPlain: true,
      cell: ({ email }) => email,
      value: ({ email }) => email,
    },
    {
      key: 'role',
      label: columns.role,
      className: 'whitespace-nowrap',
      sort: 'role',
      isPlain: true,
      cell: (person) => (person.isMasterAdmin ? t.masterAdmin : roleOf(person)),
      value: roleOf,
    },
    {
      key: 'branches',
      isPlain: true,
      label: columns.branches,
      className: 'min-w-32',
      ...(isLocal ? { sort: 'branches' } : {}),
      cell: (person) => placesOf(person) || absent,
      value: placesOf,
    },
    {
      key: 'lastLogin',
      label: columns.lastLogin,
      className: 'whitespace-nowrap',
      sort: 'lastLogin',
      cell: ({ lastLogin }) => (lastLogin ? formatAge(lastLogin) : t.users.never),
      value: ({ lastLogin }) => lastLogin,
    },
    {
      key: 'active',
      label: columns.active,
      card: 'corner',
      cell: ({ isActive }) => (
        <Pill tone={isActive ? 'green' : 'neutral'}>{isActive ? t.active : t.archived}</Pill>
      ),
      value: ({ isActive }) => (isActive ? t.yes : t.no),
    },
    {
      key: 'description',
      label: columns.description,
      isOff: true,
      cell: ({ roleDescription }) => roleDescription ?? t.noDescription,
      value: ({ roleDescription }) => roleDescription,
    },
  ];
}

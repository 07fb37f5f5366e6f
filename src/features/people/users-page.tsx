import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { scopeOf } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/branches.ts';
import { type Person, peopleQuery, rolesQuery } from '#src/collections/people.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { usePagedList } from '#src/components/data-table/use-paged-list.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { absent, formatAge } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { peopleMessages } from './messages.ts';
import { UserPanel } from './user-panel.tsx';

const pageSize = 100;

/** `/user`: who signs in here, in which role and where. */
export function UsersPage() {
  const t = useMessages(peopleMessages);
  const title = useMessages(pageMessages).users;
  const view = useListView(['active', 'role']);
  const openRow = useOpenRow();
  const roles = useQuery(rolesQuery());
  const branches = useQuery(branchesQuery());
  const { active, role } = view.filters;
  const wanted = active === 'all' ? undefined : active !== 'false';

  const roleNames = new Map((roles.data?.rows ?? []).map(({ key, label }) => [key, label]));
  const branchNames = new Map((branches.data ?? []).map(({ _id, name }) => [_id, name]));
  const roleOf = (person: Person) => roleNames.get(person.role) ?? person.role;
  const listed = (person: Person) =>
    [...person.branches, ...person.kitchens].map((id) => branchNames.get(id) ?? id).join(', ');
  const placesOf = (person: Person) => (scopeOf(person).kind === 'all' ? t.users.everywhere : listed(person));

  const { columns, query, fetchPage } = usePagedList<Person>({
    view,
    pageSize,
    ask: (request) => peopleQuery({ q: view.q, role, active: wanted, ...request }),
    columnsOf: (isLocal) => userColumns({ t, roleOf, placesOf, isLocal }),
    usualSort: 'name',
    passes: (person) =>
      (wanted === undefined || person.isActive === wanted) && (role === undefined || person.role === role),
  });
  const states = [
    { id: 'false', name: t.archived },
    { id: 'all', name: t.both },
  ];

  return (
    <Page isWide>
      <PageHeader title={title} context={t.users.context} />
      <DataList<Person>
        name="users"
        label={t.users.label}
        texts={t.users}
        columns={columns}
        query={query}
        view={view}
        pageSize={pageSize}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        filters={[
          {
            key: 'role',
            label: t.users.columns.role,
            all: t.users.anyRole,
            choices: (roles.data?.rows ?? []).map(({ key, label }) => ({ id: key, name: label })),
          },
          { key: 'active', label: t.state, all: t.active, choices: states },
        ]}
        empty={<EmptyState icon={Users} title={t.users.empty} />}
        fetchPage={fetchPage}
      />
      {view.open === undefined ? null : (
        <UserPanel
          key={view.open}
          id={view.open}
          inList={query.data?.rows.find(({ _id }) => _id === view.open)}
          roleOf={roleOf}
          placesOf={placesOf}
          onClose={() => openRow(undefined)}
        />
      )}
    </Page>
  );
}

interface UserColumns {
  t: ReturnType<typeof useMessages<(typeof peopleMessages)['en']>>;
  roleOf(person: Person): string;
  placesOf(person: Person): string;
  isLocal: boolean;
}

function userColumns({ t, roleOf, placesOf, isLocal }: UserColumns): Column<Person>[] {
  const { columns } = t.users;
  return [
    {
      key: 'name',
      label: columns.name,
      sort: 'name',
      cell: ({ name }) => <bdi>{name}</bdi>,
      value: ({ name }) => name,
    },
    {
      key: 'email',
      label: columns.email,
      sort: 'email',
      cell: ({ email }) => email,
      value: ({ email }) => email,
    },
    {
      key: 'role',
      label: columns.role,
      sort: 'role',
      cell: (person) => (person.isMasterAdmin ? t.masterAdmin : roleOf(person)),
      value: roleOf,
    },
    {
      key: 'branches',
      label: columns.branches,
      ...(isLocal ? { sort: 'branches' } : {}),
      cell: (person) => placesOf(person) || absent,
      value: placesOf,
    },
    {
      key: 'lastLogin',
      label: columns.lastLogin,
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

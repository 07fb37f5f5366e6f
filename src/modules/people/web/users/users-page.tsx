import { useSearch } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { canRead, canWrite } from '#core/permissions.ts';
import { type Person, peopleQuery } from '../queries/people.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { DataList } from '#platform/web/data-table/data-list.tsx';
import { useNamedRows } from '#platform/web/data-table/use-named-rows.ts';
import { useListView } from '#platform/web/data-table/use-list-view.ts';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { usePagedList } from '#platform/web/data-table/use-paged-list.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { missingValue, formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { NewLink } from '#modules/master-data/web/new-button.tsx';
import { useRowAddress } from '#modules/master-data/web/row-address.ts';
import { peopleMessages } from '../messages.ts';
import { useUserLabels } from '../people-labels.ts';

/** Loaded when the first user is opened. */
const panel = lazyModule(() => import('./user-panel.tsx'));

/** Loaded with the audit tab. */
const auditTab = lazyModule(() => import('#modules/audit/web/audit-list.tsx'));

const pageSize = 100;

const tabs = ['users', 'audit'] as const;

/** `/user`: users with their roles and locations, and the audit log. */
export function UsersPage() {
  const t = useMessages(peopleMessages).users;
  const title = useMessages(pageMessages).users;
  const user = useUser();
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const current = tab === 'audit' && canRead(user, 'audit') ? 'audit' : 'users';
  const audit = useLazyModuleWhen(current === 'audit', auditTab);
  const { row, full, isNew } = useRowAddress();
  const canCreate = canWrite(user, 'users', 'canCreate');
  const isPage = current === 'users' && full === true && row !== undefined && (!isNew || canCreate);
  const panelModule = useLazyModuleWhen(isPage, panel);
  if (isPage) {
    return panelModule ? (
      <panelModule.UserPanel key={row} id={row} listedRow={undefined} placement="page" />
    ) : (
      <SkeletonRows label={t.loading} rows={12} />
    );
  }
  return (
    <Page isWide>
      <PageHeader
        title={title}
        context={t.context}
        actions={current === 'users' && canCreate ? <NewLink label={t.create} /> : null}
      />
      {canRead(user, 'audit') ? (
        <TabLinks
          label={t.tabs}
          current={current}
          tabs={tabs.map((id) => ({ id, name: id === 'users' ? t.tab : t.audit }))}
        />
      ) : null}
      {current === 'users' ? (
        <UserList />
      ) : audit ? (
        <audit.AuditList />
      ) : (
        <SkeletonRows label={t.audit} rows={12} />
      )}
    </Page>
  );
}

function UserList() {
  const t = useMessages(peopleMessages);
  const view = useListView(['active', 'role']);
  const address = useRowAddress();
  const user = useUser();
  const isOpen = view.open !== undefined && (!address.isNew || canWrite(user, 'users', 'canCreate'));
  const panelModule = useLazyModuleWhen(isOpen, panel);
  const { isPending, roles, formatRole, formatLocations } = useUserLabels();
  const { active, role } = view.filters;
  const activeFilter = active === 'all' ? undefined : active !== 'false';

  const list = usePagedList<Person>({
    view,
    pageSize,
    buildQuery: (request) => peopleQuery({ q: view.q, role, active: activeFilter, ...request }),
    getColumns: (isLocal) => buildUserColumns({ t, formatRole, formatLocations, isLocal }),
    defaultSort: 'name',
    matches: (person) =>
      (activeFilter === undefined || person.isActive === activeFilter) &&
      (role === undefined || person.role === role),
  });
  const query = useNamedRows(list.query, isPending);
  const states = [
    { id: 'false', name: t.archived },
    { id: 'all', name: t.both },
  ];

  return (
    <>
      <DataList<Person>
        {...list}
        query={query}
        name="users"
        label={t.users.label}
        texts={t.users}
        getKey={({ _id }) => _id}
        getName={({ name }) => name}
        filters={[
          {
            key: 'role',
            label: t.users.columns.role,
            all: t.users.anyRole,
            choices: roles.map(({ key, label }) => ({ id: key, name: label })),
          },
          { key: 'active', label: t.state, all: t.active, choices: states },
        ]}
        empty={<EmptyState icon={Users} title={t.users.empty} />}
      />
      {view.open === undefined || !isOpen || panelModule === null ? null : (
        <panelModule.UserPanel
          key={view.open}
          id={view.open}
          listedRow={list.query.data?.rows.find(({ _id }) => _id === view.open)}
          placement="panel"
        />
      )}
    </>
  );
}

interface UserColumns {
  t: ReturnType<typeof useMessages<(typeof peopleMessages)['en']>>;
  formatRole(person: Person): string;
  formatLocations(person: Person): string;
  isLocal: boolean;
}

function buildUserColumns({ t, formatRole, formatLocations, isLocal }: UserColumns): Column<Person>[] {
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
      cell: (person) => (person.isMasterAdmin ? t.masterAdmin : formatRole(person)),
      value: formatRole,
    },
    {
      key: 'branches',
      isPlain: true,
      label: columns.branches,
      className: 'min-w-32',
      ...(isLocal ? { sort: 'branches' } : {}),
      cell: (person) => formatLocations(person) || missingValue,
      value: formatLocations,
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
      isHiddenByDefault: true,
      cell: ({ roleDescription }) => roleDescription ?? t.noDescription,
      value: ({ roleDescription }) => roleDescription,
    },
  ];
}

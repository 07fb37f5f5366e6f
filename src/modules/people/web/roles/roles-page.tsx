import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { canOpenPage, canWrite } from '#core/permissions.ts';
import { type RoleEntry, rolesQuery } from '../queries/people.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { DataList } from '#platform/web/data-table/data-list.tsx';
import { useListView } from '#platform/web/data-table/use-list-view.ts';
import { usePagedList } from '#platform/web/data-table/use-paged-list.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { NewLink } from '#modules/master-data/web/new-button.tsx';
import { useRowAddress } from '#modules/master-data/web/row-address.ts';
import { peopleMessages } from '../messages.ts';
import { formatFlags, formatPages, useRoleLabels } from '../people-labels.ts';

/** Loaded when the first role is opened. */
const panel = lazyModule(() => import('./role-panel.tsx'));

const pageSize = 100;

/** `/roles`: the default permissions that roles give to new users. */
export function RolesPage() {
  const t = useMessages(peopleMessages);
  const title = useMessages(pageMessages).roles;
  const view = useListView();
  const address = useRowAddress();
  const user = useUser();
  const canCreate = canWrite(user, 'roles', 'canCreate');
  const isOpen = view.open !== undefined && (!address.isNew || canCreate);
  const panelModule = useLazyModuleWhen(isOpen, panel);
  const labels = t.roles.columns;
  const getRoleTexts = useRoleLabels();
  const columns: Column<RoleEntry>[] = [
    {
      key: 'label',
      label: labels.label,
      sort: 'label',
      cell: (role) => getRoleTexts(role).label,
      value: (role) => getRoleTexts(role).label,
    },
    { key: 'key', label: labels.key, sort: 'key', cell: ({ key }) => key, value: ({ key }) => key },
    {
      key: 'description',
      label: labels.description,
      cell: (role) => getRoleTexts(role).description ?? t.noDescription,
      value: (role) => getRoleTexts(role).description,
    },
    {
      key: 'rights',
      label: labels.rights,
      cell: ({ key, permissions }) => formatFlags(permissions, key === 'master_admin', t),
      value: ({ key, permissions }) => formatFlags(permissions, key === 'master_admin', t),
    },
    {
      key: 'pages',
      label: labels.pages,
      cell: (role) => formatPages(role, t),
      value: ({ allowedPages }) => allowedPages.join(' '),
    },
  ];
  const list = usePagedList<RoleEntry>({
    view,
    pageSize,
    buildQuery: (request) => rolesQuery({ q: view.q, ...request }),
    getColumns: () => columns,
    defaultSort: 'label',
    matches: () => true,
  });
  const openRole = list.query.data?.rows.find(({ _id }) => _id === view.open);

  if (isOpen && address.full && view.open !== undefined) {
    return panelModule ? (
      <panelModule.RolePanel key={view.open} id={view.open} listedRow={openRole} placement="page" />
    ) : (
      <SkeletonRows label={t.roles.loading} rows={12} />
    );
  }
  return (
    <Page isWide>
      <PageHeader
        title={title}
        context={t.roles.context}
        secondaryActions={
          canOpenPage(user, '/user') ? (
            <SecondaryAction asChild>
              <Link to="/user" search={{ tab: 'audit', entity: 'roles' } as object}>
                {t.roles.audit}
              </Link>
            </SecondaryAction>
          ) : null
        }
        actions={canCreate ? <NewLink label={t.roles.create} /> : null}
      />
      <DataList<RoleEntry>
        {...list}
        name="roles"
        label={t.roles.label}
        texts={t.roles}
        getKey={({ _id }) => _id}
        getName={(role) => getRoleTexts(role).label}
        empty={<EmptyState icon={ShieldCheck} title={t.roles.empty} />}
      />
      {view.open === undefined || !isOpen || panelModule === null ? null : (
        <panelModule.RolePanel key={view.open} id={view.open} listedRow={openRole} placement="panel" />
      )}
    </Page>
  );
}

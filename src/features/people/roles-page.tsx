import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { landingPage } from '#domain/permissions.ts';
import { type RoleRow, rolesQuery } from '#src/collections/people.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { usePagedList } from '#src/components/data-table/use-paged-list.ts';
import { FactList } from '#src/components/layout/fact-list.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { peopleMessages } from './messages.ts';
import { flagText, pagesText } from './rights.ts';

const pageSize = 100;

/** `/roles`: what a new user with a role starts from. */
export function RolesPage() {
  const t = useMessages(peopleMessages);
  const title = useMessages(pageMessages).roles;
  const view = useListView();
  const openRow = useOpenRow();
  const labels = t.roles.columns;
  const all: Column<RoleRow>[] = [
    {
      key: 'label',
      label: labels.label,
      sort: 'label',
      cell: ({ label }) => label,
      value: ({ label }) => label,
    },
    { key: 'key', label: labels.key, sort: 'key', cell: ({ key }) => key, value: ({ key }) => key },
    {
      key: 'description',
      label: labels.description,
      cell: ({ description }) => description ?? t.noDescription,
      value: ({ description }) => description,
    },
    {
      key: 'rights',
      label: labels.rights,
      cell: ({ key, permissions }) => flagText(permissions, key === 'master_admin', t),
      value: ({ key, permissions }) => flagText(permissions, key === 'master_admin', t),
    },
    {
      key: 'pages',
      label: labels.pages,
      cell: (role) => pagesText(role, t),
      value: ({ allowedPages }) => allowedPages.join(' '),
    },
  ];
  const { columns, query, fetchPage } = usePagedList<RoleRow>({
    view,
    pageSize,
    ask: (request) => rolesQuery({ q: view.q, ...request }),
    columnsOf: () => all,
    usualSort: 'label',
    passes: () => true,
  });
  const open = query.data?.rows.find(({ _id }) => _id === view.open);

  return (
    <Page isWide>
      <PageHeader title={title} context={t.roles.context} />
      <DataList<RoleRow>
        name="roles"
        label={t.roles.label}
        texts={t.roles}
        columns={columns}
        query={query}
        view={view}
        pageSize={pageSize}
        keyOf={({ _id }) => _id}
        nameOf={({ label }) => label}
        empty={<EmptyState icon={ShieldCheck} title={t.roles.empty} />}
        fetchPage={fetchPage}
      />
      {open ? <RolePanel role={open} onClose={() => openRow(undefined)} /> : null}
    </Page>
  );
}

function RolePanel({ role, onClose }: { role: RoleRow; onClose(): void }) {
  const t = useMessages(peopleMessages);
  const labels = t.roles.columns;
  const isOpen = role.allowedPages.includes('*') || role.allowedPages.length === 0;
  return (
    <Dialog open onOpenChange={(isStill) => (isStill ? undefined : onClose())}>
      <SheetContent
        title={role.label}
        description={role.description ?? t.noDescription}
        footer={
          <Button asChild>
            <Link to="/user" search={{ role: role.key, active: 'all' } as object}>
              {t.roles.users}
            </Link>
          </Button>
        }
      >
        <FactList
          facts={[
            { key: 'key', label: labels.key, value: role.key },
            { key: 'builtIn', label: t.roles.builtIn, value: role.isBuiltIn ? t.yes : t.no },
            { key: 'landing', label: t.roles.landing, value: landingPage(role.key) },
            {
              key: 'rights',
              label: labels.rights,
              value: flagText(role.permissions, role.key === 'master_admin', t),
            },
            {
              key: 'pages',
              label: labels.pages,
              value: isOpen ? (
                pagesText(role, t)
              ) : (
                <ul>
                  {role.allowedPages.map((page) => (
                    <li key={page}>{page}</li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      </SheetContent>
    </Dialog>
  );
}

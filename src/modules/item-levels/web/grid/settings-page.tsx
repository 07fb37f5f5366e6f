import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { Suspense } from 'react';
import { readReference } from '#platform/shapes/tolerant.ts';
import { type Actor, canOpenPage, hasFlag, isOwnLocation } from '#core/permissions.ts';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { NoBranch } from '#platform/web/layout/missing-setup.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { ImportLink, ImportPage, useIsImporting } from '#modules/master-data/web/import-page.tsx';
import { NewButton } from '#modules/master-data/web/new-button.tsx';
import { ResourceList } from '#modules/master-data/web/resource-list.tsx';
import { ResourceRowPage } from '#modules/master-data/web/resource-row-page.tsx';
import { useRowAddress } from '#modules/master-data/web/row-address.ts';
import { branchOrderSettingsMessages } from './messages.ts';

/** The levels are loaded with their tab. */
const LevelsTab = lazyView(async () => (await import('./levels-tab.tsx')).BranchLevelsTab);

const route = getRouteApi('/_shell/branch-order/settings');
const tabs = ['levels', 'templates', 'schedules'] as const;

/** Collections of the tabs that are plain master-data lists. */
const lists = { templates: 'order-templates', schedules: 'count-schedules' } as const;

/** `/branch-order/settings`: ordering settings of a branch. */
export function BranchOrderSettingsPage() {
  const title = useMessages(pageMessages).branchOrderSettings;
  const t = useMessages(branchOrderSettingsMessages);
  const user = useUser();
  const { branch: requestedBranch, tab } = route.useSearch();
  const navigate = route.useNavigate();
  const branches = useQuery(branchesQuery());
  const choices = listBranches(branches.data ?? [], user);
  const branch = choices.find(({ _id }) => _id === requestedBranch) ?? choices[0];
  const current = tabs.find((candidate) => candidate === tab) ?? 'levels';
  const list = current === 'levels' ? null : lists[current];
  const address = useRowAddress();
  const isImporting = useIsImporting('item-levels');
  if (isImporting) return <ImportPage kind="item-levels" />;
  if (list && address.full && address.row !== undefined)
    return <ResourceRowPage key={address.row} name={list} id={address.row} />;

  return (
    <Page isWide>
      <PageHeader
        title={title}
        context={t[current].context}
        secondaryActions={list ? null : <ImportLink collection="item-levels" />}
        actions={
          <>
            {list ? <NewButton name={list} /> : null}
            {!list && !branches.data && user.branches.length !== 1 ? (
              // Reserves the space of the branch select to avoid layout shift.
              <Select disabled aria-label={t.branch} className="w-56" />
            ) : null}
            {!list && choices.length > 1 && branch ? (
              <Select
                aria-label={t.branch}
                className="w-56"
                value={branch._id}
                onChange={(event) => {
                  const branchId = event.currentTarget.value;
                  void navigate({ search: (before) => ({ ...before, branch: branchId }), replace: true });
                }}
              >
                {choices.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </Select>
            ) : null}
          </>
        }
      />
      <TabLinks label={t.tabs} current={current} tabs={tabs.map((id) => ({ id, name: t[id].tab }))} />
      {list ? (
        <ResourceList
          key={list}
          name={list}
          isEditable
          {...(current === 'templates' ? { renderActions: (row) => <OrderFromTemplate row={row} /> } : {})}
        />
      ) : !branches.data ? (
        branches.error ? (
          <LoadFailed title={t.failed} error={branches.error} onRetry={() => void branches.refetch()} />
        ) : (
          <SkeletonRows label={t.loading} rows={12} />
        )
      ) : branch ? (
        <Suspense fallback={<SkeletonRows label={t.loading} rows={12} />}>
          <LevelsTab branch={branch} otherBranches={choices.filter(({ _id }) => _id !== branch._id)} />
        </Suspense>
      ) : (
        <NoBranch />
      )}
    </Page>
  );
}

/** Link to the order guide, prefilled from the template. */
function OrderFromTemplate({ row }: { row: ResourceRow }) {
  const t = useMessages(branchOrderSettingsMessages).templates;
  const user = useUser();
  const branch = readReference(row.values['branch'])?.id;
  if (!row.isActive || !hasFlag(user, 'canCreate') || !canOpenPage(user, '/branch-order/create-order'))
    return null;
  return (
    <Button asChild>
      <Link to="/branch-order/create-order" search={{ branch, template: row._id }}>
        <ClipboardList aria-hidden="true" />
        {t.order}
      </Link>
    </Button>
  );
}

/** Returns the branches whose settings the user can see, sorted by name. */
function listBranches(branches: readonly Branch[], actor: Actor): Branch[] {
  return branches
    .filter(({ _id, isActive }) => isActive && isOwnLocation(actor, _id))
    .toSorted(
      (a, b) => Number(a.type !== 'branch') - Number(b.type !== 'branch') || a.name.localeCompare(b.name),
    );
}

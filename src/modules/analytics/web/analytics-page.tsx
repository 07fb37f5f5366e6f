import { useQuery } from '@tanstack/react-query';
import { getRouteApi, type LinkProps } from '@tanstack/react-router';
import { ChartColumn, Printer } from 'lucide-react';
import { Suspense } from 'react';
import { comparisons, getComparisonDays } from '#core/periods.ts';
import { isAnalyticsView } from '../views.ts';
import { isOwnLocation } from '#core/permissions.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import { FilterBar } from '#platform/web/data-table/filter-bar.tsx';
import { useListView } from '#platform/web/data-table/use-list-view.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { LearnMore } from '#platform/web/layout/learn-more.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { TabRow } from '#platform/web/layout/tab-row.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { printPage } from '#platform/documents/web/printout.tsx';
import { formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useToday } from '#platform/web/use-today.ts';
import { analyticsMessages } from './messages.ts';
import {
  getSelectedComparison,
  getSelectedDays,
  type AnalyticsFilters,
  type AnalyticsTab,
  listReadableTabs,
} from './analytics-filters.ts';
import type { AnalyticsAddress } from './search.ts';

const route = getRouteApi('/_shell/analytics');

// Each view is loaded when it is opened.
const DemandView = lazyView(async () => (await import('./demand-view.tsx')).DemandView);
const FiguresView = lazyView(async () => (await import('./figures-view.tsx')).FiguresView);
const FoodCostView = lazyView(async () => (await import('./food-cost-view.tsx')).FoodCostView);
const MenuView = lazyView(async () => (await import('./menu-view.tsx')).MenuView);
const SuppliersView = lazyView(async () => (await import('./suppliers-view.tsx')).SuppliersView);

/**
 * `/analytics`: key figures of the business, one view at a time, compared with the previous period or year.
 */
export function AnalyticsPage() {
  const t = useMessages(analyticsMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const address = route.useSearch();
  const days = getSelectedDays(address, useToday());
  const tabs = listReadableTabs(user);
  const tab = tabs.find((each) => each === address.tab) ?? tabs[0];
  // The branch in the URL is listed even if it is archived or not the user's own, so that its name can be
  // shown.
  const places = (useQuery(branchesQuery()).data ?? [])
    .filter(({ _id, isActive }) => _id === address.branch || (isActive && isOwnLocation(user, _id)))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const filters: AnalyticsFilters = {
    ...days,
    branch: address.branch,
    against: getSelectedComparison(address),
  };
  // Sales and menu figures exist per branch only.
  const salesBranch = (
    places.find(({ _id }) => _id === address.branch && isOwnLocation(user, _id)) ??
    places.find(({ type }) => type === 'branch')
  )?._id;
  const place =
    places.find(({ _id }) => _id === (tab === 'menu' ? salesBranch : address.branch))?.name ?? t.allBranches;
  return (
    <Page className="flex flex-col gap-4">
      <div>
        <PageHeader
          title={names.analytics}
          context={
            <>
              {place} ·{' '}
              <bdi>
                {formatDate(days.from)} – {formatDate(days.to)}
              </bdi>
            </>
          }
          secondaryActions={
            <SecondaryAction onSelect={printPage}>
              <Printer aria-hidden="true" />
              {t.print}
            </SecondaryAction>
          }
        />
        {tab === undefined ? null : (
          <>
            <ViewLinks tabs={tabs} current={tab} />
            <Filters
              filters={filters}
              address={address}
              places={places}
              shownBranch={tab === 'menu' ? salesBranch : address.branch}
            />
          </>
        )}
      </div>
      {tab === undefined ? (
        <EmptyState icon={ChartColumn} title={t.nothing} text={t.nothingText} />
      ) : (
        <>
          <Suspense fallback={<SkeletonRows label={t.loading} />}>
            <View tab={tab} filters={filters} address={address} salesBranch={salesBranch} />
          </Suspense>
          <Definitions tab={tab} filters={filters} />
        </>
      )}
    </Page>
  );
}

interface ViewProps {
  tab: AnalyticsTab;
  filters: AnalyticsFilters;
  address: AnalyticsAddress;
  /** Branch whose sales are shown. */
  salesBranch: string | undefined;
}

function View({ tab, filters, address, salesBranch }: ViewProps) {
  const t = useMessages(analyticsMessages);
  if (isAnalyticsView(tab)) return <FiguresView key={tab} view={tab} filters={filters} address={address} />;
  if (tab === 'demand') return <DemandView filters={filters} address={address} />;
  if (tab === 'suppliers') return <SuppliersView filters={filters} />;
  if (tab === 'foodCost') return <FoodCostView filters={filters} />;
  return salesBranch === undefined ? (
    <EmptyState icon={ChartColumn} title={t.menu.none} text={t.noneText} />
  ) : (
    <MenuView filters={filters} address={address} branch={salesBranch} />
  );
}

/** Links to the views; days, branch and comparison are preserved. */
function ViewLinks({ tabs, current }: { tabs: readonly AnalyticsTab[]; current: AnalyticsTab }) {
  const t = useMessages(analyticsMessages);
  return (
    <TabRow
      label={t.views}
      tabs={tabs.map((tab) => ({
        key: tab,
        name: t.tabs[tab],
        isCurrent: tab === current,
        link: {
          to: '.',
          search: ({ from, to, branch, against }: AnalyticsAddress) => ({
            ...(from && { from }),
            ...(to && { to }),
            ...(branch && { branch }),
            ...(against && { against }),
            tab,
          }),
        } as LinkProps,
      }))}
    />
  );
}

interface FiltersProps {
  filters: AnalyticsFilters;
  address: AnalyticsAddress;
  places: readonly { _id: string; name: string }[];
  /** Location whose figures are shown; some views have no figures for all locations together. */
  shownBranch: string | undefined;
}

function Filters({ filters, address, places, shownBranch }: FiltersProps) {
  const t = useMessages(analyticsMessages);
  const view = useListView(['branch', 'from', 'to', 'against']);
  return (
    <FilterBar
      view={shownBranch === undefined ? view : { ...view, filters: { ...view.filters, branch: shownBranch } }}
      filters={[
        {
          key: 'branch',
          label: t.branch,
          all: t.allBranches,
          choices: places.map(({ _id, name }) => ({ id: _id, name })),
        },
      ]}
      more={
        <>
          <DateRange
            view={{ ...view, filters: { from: filters.from, to: filters.to } }}
            label={t.days}
            fromLabel={t.from}
            toLabel={t.to}
          />
          <label className="flex items-center gap-2 text-muted-foreground text-sm max-md:w-full">
            <span className="shrink-0">{t.against}</span>
            <Select
              className="w-auto"
              value={address.against === 'none' ? 'none' : (filters.against ?? '')}
              onChange={(event) => view.set({ against: event.currentTarget.value })}
            >
              {comparisons.map((each) => (
                <option key={each} value={each}>
                  {t.comparisons[each]}
                </option>
              ))}
              <option value="none">{t.noComparison}</option>
            </Select>
          </label>
        </>
      }
    />
  );
}

/** Explains what the figures include and exclude, and which days are compared; included in printouts. */
function Definitions({ tab, filters }: { tab: AnalyticsTab; filters: AnalyticsFilters }) {
  const { definitions, comparedWith } = useMessages(analyticsMessages);
  const { against } = filters;
  const before = against === undefined ? null : getComparisonDays(filters, against);
  return (
    <section aria-label={definitions.title} className="border-t pt-3">
      <h2 className="font-semibold text-sm">{definitions.title}</h2>
      {before && against ? (
        <p className="text-muted-foreground text-sm">
          {comparedWith[against](`${formatDate(before.from)} – ${formatDate(before.to)}`)}
        </p>
      ) : null}
      <LearnMore subject={definitions.title}>
        {Object.entries(definitions[tab]).map(([key, text]) => (
          <p key={key}>{text}</p>
        ))}
      </LearnMore>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChartColumn, Printer } from 'lucide-react';
import { Suspense } from 'react';
import { comparisons, daysBefore } from '#domain/analytics/periods.ts';
import { isAnalyticsView } from '#domain/analytics/views.ts';
import { isOwnPlace } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import { FilterBar } from '#src/components/data-table/filter-bar.tsx';
import { useListView } from '#src/components/data-table/use-list-view.ts';
import { SecondaryAction } from '#src/components/layout/actions.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import { EmptyState } from '#src/components/layout/states.tsx';
import { toSight } from '#src/components/layout/to-sight.ts';
import { Select } from '#src/components/ui/input.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { printPage } from '#src/entities/document/paper.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatDate } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useToday } from '#src/lib/use-today.ts';
import { analyticsMessages } from './messages.ts';
import {
  selectedComparison,
  selectedDays,
  type AnalyticsFilters,
  type AnalyticsTab,
  readableTabs,
} from './analytics-filters.ts';
import type { AnalyticsAddress } from './search.ts';

const route = getRouteApi('/_shell/analytics');

// One view is looked at, at a time: each comes when it is chosen.
const DemandView = lazyView(async () => (await import('./demand-view.tsx')).DemandView);
const FiguresView = lazyView(async () => (await import('./figures-view.tsx')).FiguresView);
const FoodCostView = lazyView(async () => (await import('./food-cost-view.tsx')).FoodCostView);
const MenuView = lazyView(async () => (await import('./menu-view.tsx')).MenuView);
const SuppliersView = lazyView(async () => (await import('./suppliers-view.tsx')).SuppliersView);

/** `/analytics`: how the business does, one view at a time, against the period or the year before; what is counted stands below. */
export function AnalyticsPage() {
  const t = useMessages(analyticsMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const address = route.useSearch();
  const days = selectedDays(address, useToday());
  const offered = readableTabs(user);
  const tab = offered.find((each) => each === address.tab) ?? offered[0];
  // What is asked for has its name whoever's it is: a branch that a kitchen serves, or one that is no more.
  const places = (useQuery(branchesQuery()).data ?? [])
    .filter(({ _id, isActive }) => _id === address.branch || (isActive && isOwnPlace(user, _id)))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const question: AnalyticsFilters = {
    ...days,
    branch: address.branch,
    against: selectedComparison(address),
  };
  // Sales, and with them the menu, are a branch's own.
  const shop = (
    places.find(({ _id }) => _id === address.branch && isOwnPlace(user, _id)) ??
    places.find(({ type }) => type === 'branch')
  )?._id;
  const place =
    places.find(({ _id }) => _id === (tab === 'menu' ? shop : address.branch))?.name ?? t.allBranches;
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
          more={
            <SecondaryAction onSelect={printPage}>
              <Printer aria-hidden="true" />
              {t.print}
            </SecondaryAction>
          }
        />
        {tab === undefined ? null : (
          <>
            <ViewLinks offered={offered} current={tab} />
            <Filters
              question={question}
              address={address}
              places={places}
              shown={tab === 'menu' ? shop : address.branch}
            />
          </>
        )}
      </div>
      {tab === undefined ? (
        <EmptyState icon={ChartColumn} title={t.nothing} text={t.nothingText} />
      ) : (
        <>
          <Suspense fallback={<SkeletonRows label={t.loading} />}>
            <View tab={tab} question={question} address={address} shop={shop} />
          </Suspense>
          <Definitions tab={tab} question={question} />
        </>
      )}
    </Page>
  );
}

interface ViewProps {
  tab: AnalyticsTab;
  question: AnalyticsFilters;
  address: AnalyticsAddress;
  /** The branch whose sales are told. */
  shop: string | undefined;
}

function View({ tab, question, address, shop }: ViewProps) {
  const t = useMessages(analyticsMessages);
  if (isAnalyticsView(tab)) return <FiguresView key={tab} view={tab} question={question} address={address} />;
  if (tab === 'demand') return <DemandView question={question} address={address} />;
  if (tab === 'suppliers') return <SuppliersView question={question} />;
  if (tab === 'foodCost') return <FoodCostView question={question} />;
  return shop === undefined ? (
    <EmptyState icon={ChartColumn} title={t.menu.none} text={t.noneText} />
  ) : (
    <MenuView question={question} address={address} branch={shop} />
  );
}

/** The views; the days, the branch and the comparison go with the person from one to another. */
function ViewLinks({ offered, current }: { offered: readonly AnalyticsTab[]; current: AnalyticsTab }) {
  const t = useMessages(analyticsMessages);
  return (
    <nav aria-label={t.views} className="mb-3 flex gap-1 overflow-x-auto border-b print:hidden">
      {offered.map((tab) => (
        <Link
          key={tab}
          to="."
          search={({ from, to, branch, against }: AnalyticsAddress) => ({
            ...(from && { from }),
            ...(to && { to }),
            ...(branch && { branch }),
            ...(against && { against }),
            tab,
          })}
          ref={tab === current ? toSight : undefined}
          aria-current={tab === current ? 'page' : undefined}
          className={cn(
            '-mb-px flex h-10 shrink-0 items-center border-transparent border-b-2 px-3 text-sm -outline-offset-2 touch:h-12',
            tab === current ? 'border-primary font-medium' : 'text-muted-foreground hover:text-foreground',
          )}
        >
          {t.tabs[tab]}
        </Link>
      ))}
    </nav>
  );
}

interface FiltersProps {
  question: AnalyticsFilters;
  address: AnalyticsAddress;
  places: readonly { _id: string; name: string }[];
  /** The place whose figures are shown: of some views there is none of all together. */
  shown: string | undefined;
}

function Filters({ question, address, places, shown }: FiltersProps) {
  const t = useMessages(analyticsMessages);
  const view = useListView(['branch', 'from', 'to', 'against']);
  return (
    <FilterBar
      view={shown === undefined ? view : { ...view, filters: { ...view.filters, branch: shown } }}
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
            view={{ ...view, filters: { from: question.from, to: question.to } }}
            label={t.days}
            fromLabel={t.from}
            toLabel={t.to}
          />
          <label className="flex items-center gap-2 text-muted-foreground text-sm max-md:w-full">
            <span className="shrink-0">{t.against}</span>
            <Select
              className="w-auto"
              value={address.against === 'none' ? 'none' : (question.against ?? '')}
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

/** What the figures of a view are, what they leave out, and which days they are compared with: on paper, too. */
function Definitions({ tab, question }: { tab: AnalyticsTab; question: AnalyticsFilters }) {
  const { definitions, comparedWith } = useMessages(analyticsMessages);
  const { against } = question;
  const before = against === undefined ? null : daysBefore(question, against);
  return (
    <section aria-label={definitions.title} className="flex max-w-prose flex-col gap-1 border-t pt-3 text-sm">
      <h2 className="font-semibold text-sm">{definitions.title}</h2>
      {Object.entries(definitions[tab]).map(([key, text]) => (
        <p key={key} className="text-muted-foreground">
          {text}
        </p>
      ))}
      {before && against ? (
        <p className="text-muted-foreground">
          {comparedWith[against](`${formatDate(before.from)} – ${formatDate(before.to)}`)}
        </p>
      ) : null}
    </section>
  );
}

import { searchReader } from '#platform/web/search.ts';
import { countList } from '../list.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardCheck, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { canWrite } from '#core/permissions.ts';
import { countStatuses, countTypes } from '../status.ts';
import type { StockCount } from '../shapes.ts';
import { countsQuery } from './queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DocumentList,
  useDocumentFilters,
  useDocumentLocations,
} from '#platform/documents/web/document-list.tsx';
import { CountStatusPill } from './count-status.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { countMessages } from './messages.ts';
import { useCountFields } from './use-count-fields.ts';

const CountScreen = lazyView(async () => (await import('./count-screen.tsx')).CountScreen);
const StartCount = lazyView(async () => (await import('./start-count.tsx')).StartCount);

const tabs = ['count', 'resolve', 'approve', 'all'] as const;
type Tab = (typeof tabs)[number];

/** URL parameters: the open count and its section, or the scope of a new count. */
const readUrl = searchReader({
  tab: 'text',
  row: 'text',
  section: 'text',
  branch: 'text',
  type: 'text',
  sections: 'text',
  items: 'text',
  schedule: 'text',
});

/** URL parameter value for a new count, in place of an id. */
const newRow = 'new';

/** `/branch-order/stock-count`: open counts, counts to review and approve, and one count by its id. */
export function StockCountPage() {
  const { row, section } = readUrl(useSearch({ strict: false }));
  return row === undefined || row === newRow ? (
    <CountsView />
  ) : (
    <Suspense>
      <CountScreen key={row} id={row} section={section} />
    </Suspense>
  );
}

function CountsView() {
  const t = useMessages(countMessages);
  const user = useUser();
  const navigate = useNavigate();
  const search = readUrl(useSearch({ strict: false }));
  const tab = tabs.find((candidate) => candidate === search.tab) ?? 'count';
  const places = useDocumentLocations();
  const canCount = canWrite(user, 'stock-counts', 'canCreate');
  const open = (id: string) => void navigate({ to: '.', search: { row: id }, replace: true });
  return (
    <Page isWide>
      <PageHeader
        title={useMessages(pageMessages).stockCount}
        context={t.context}
        actions={
          canCount ? (
            <Button
              variant="primary"
              disabled={places?.length === 0}
              onClick={() => void navigate({ to: '.', search: (previous) => ({ ...previous, row: newRow }) })}
            >
              <Plus aria-hidden="true" />
              {t.begin.action}
            </Button>
          ) : null
        }
      />
      <TabLinks label={t.tabsLabel} current={tab} tabs={tabs.map((id) => ({ id, name: t.tabs[id] }))} />
      <CountList key={tab} tab={tab} hasSeveral={(places?.length ?? 0) > 1} />
      <Suspense>
        {search.row === newRow && canCount && places !== null && places.length > 0 ? (
          <StartCount
            places={places}
            prefill={{
              place: places.find(({ id }) => id === search.branch)?.id,
              type: countTypes.find((type) => type === search.type),
              sections: search.sections?.split(',').filter(Boolean),
              items: search.items?.split(',').filter(Boolean),
              schedule: search.schedule,
            }}
            onCreated={open}
            onClose={() =>
              void navigate({
                to: '.',
                search: (previous) => ({
                  ...previous,
                  row: undefined,
                  type: undefined,
                  sections: undefined,
                  items: undefined,
                  schedule: undefined,
                }),
                replace: true,
              })
            }
          />
        ) : null}
      </Suspense>
    </Page>
  );
}

/** Filters of each tab. */
const tabFilters: Readonly<
  Record<Tab, { statuses: readonly (typeof countStatuses)[number][]; hasQuestions?: 'yes' | 'no' }>
> = {
  count: { statuses: ['Draft', 'Counting', 'Recount'] },
  resolve: { statuses: ['Submitted'], hasQuestions: 'yes' },
  approve: { statuses: ['Submitted'], hasQuestions: 'no' },
  all: { statuses: countStatuses },
};

function CountList({ tab, hasSeveral }: { tab: Tab; hasSeveral: boolean }) {
  const t = useMessages(countMessages);
  const { statuses, hasQuestions } = tabFilters[tab];
  const state = useDocumentFilters(
    countList,
    { type: { label: t.fields.type, all: t.allTypes, labels: t.types } },
    { statuses },
  );
  const money = useMoney();
  const { column } = useCountFields();
  const columns: Column<StockCount>[] = [
    column('number'),
    ...(hasSeveral ? [column('branchName')] : []),
    column('type'),
    column('lineCount', {
      cell: ({ lineCount, progress }) =>
        progress
          ? `${formatCount(progress.counted)} / ${formatCount(progress.lines)}`
          : formatCount(lineCount),
    }),
    column('net', { cell: ({ net }) => money(net) }),
    column('createdAt'),
    column('userName', { isHiddenByDefault: true }),
    column('status', { card: 'corner', cell: ({ status }) => <CountStatusPill status={status} /> }),
  ];
  const empty = tab === 'all' ? [t.empty.all, t.empty.countText] : [t.empty[tab], t.empty[`${tab}Text`]];
  return (
    <DocumentList
      name="stock-counts"
      t={t}
      state={state}
      columns={columns}
      empty={<EmptyState icon={ClipboardCheck} title={empty[0] ?? ''} text={empty[1]} />}
      list={(filters) =>
        countsQuery({
          ...filters,
          status: filters.status ?? (tab === 'all' ? undefined : statuses.join(',')),
          hasQuestions,
        })
      }
      getNumber={({ number }) => number}
      panel={() => null}
    />
  );
}

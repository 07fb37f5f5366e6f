import { discrepancyList } from '../list.ts';
import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { type Discrepancy } from '../shapes.ts';
import { canRead } from '#core/permissions.ts';
import { type DiscrepancyAge, discrepancyAges } from '../discrepancy-ages.ts';
import { discrepanciesQuery, discrepancyAgeingQuery, type DiscrepancyFilters } from './queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { DocumentList, useDocumentFilters } from '#platform/documents/web/document-list.tsx';
import { DocumentStatus } from '#platform/documents/web/status-pill.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useNow } from '#platform/web/use-now.ts';
import { dayMs } from '#core/day.ts';
import { isDiscrepancyType, getSharedResolutions } from './discrepancy-kind.ts';
import { discrepancyStatusStyles, discrepancyTypeStyles } from './discrepancy-styles.ts';
import { discrepancyMessages } from './messages.ts';
import { ResolveDialog } from './resolve-dialog.tsx';
import { useDiscrepancyFields } from './use-discrepancy-fields.ts';

const DiscrepancyPanel = lazyView(async () => (await import('./discrepancy-panel.tsx')).DiscrepancyPanel);

/** Options besides the default, which shows open discrepancies. */
const otherStatuses = ['Resolved', 'All'] as const;
const toStatusFilter = (status: string | undefined) => (status === 'All' ? undefined : (status ?? 'Open'));

/**
 * List of discrepancies, oldest first, with filters by age, type, location and who bears the loss; several of
 * the same type can be resolved together.
 */
export function DiscrepancyList() {
  const t = useMessages(discrepancyMessages);
  const user = useUser();
  const now = useNow(60_000);
  const state = useDocumentFilters(
    discrepancyList,
    {
      age: { label: t.list.age, all: t.list.allAges, labels: t.ages },
      type: { label: t.fields.type, all: t.list.allTypes, labels: t.types },
      docType: { label: t.list.docType, all: t.list.allDocTypes, labels: t.list.docTypes },
      chargedTo: { label: t.fields.chargedTo, all: t.list.allTargets, labels: t.targets },
    },
    { statuses: otherStatuses, openParam: 'discrepancy' },
  );
  const { view, filters } = state;
  const queryList = ({ status, sort, ...otherFilters }: DiscrepancyFilters) =>
    discrepanciesQuery({ ...otherFilters, status: toStatusFilter(status), sort: sort ?? 'createdAt' });
  const { column } = useDiscrepancyFields();
  const countDaysOpen = ({ createdAt, resolvedAt }: Discrepancy) =>
    Math.max(
      0,
      Math.floor(((resolvedAt === null ? now : Date.parse(resolvedAt)) - Date.parse(createdAt)) / dayMs),
    );
  const columns: Column<Discrepancy>[] = [
    column('itemName'),
    column('type', {
      card: 'corner',
      cell: ({ type }) =>
        isDiscrepancyType(type) ? (
          <Pill tone={discrepancyTypeStyles[type].tone} icon={discrepancyTypeStyles[type].icon}>
            {t.types[type]}
          </Pill>
        ) : (
          type
        ),
    }),
    column('qty', { className: 'whitespace-nowrap' }),
    column('orderNo'),
    column('branchName'),
    column('createdAt', {
      key: 'age',
      label: t.list.age,
      isNumeric: true,
      cell: (row) => (
        <span
          className={cn(row.status === 'Open' && countDaysOpen(row) >= 7 && 'font-medium text-status-red')}
        >
          {t.daysOpen(countDaysOpen(row))}
        </span>
      ),
      value: countDaysOpen,
    }),
    ...(canRead(user, 'costs') ? [column('value')] : []),
    column('status', {
      card: 'corner',
      cell: ({ status }) => (
        <DocumentStatus status={status} styles={discrepancyStatusStyles} labels={t.statuses} />
      ),
    }),
    column('action', { isHiddenByDefault: true }),
    column('chargedTo'),
    column('note', { isHiddenByDefault: true }),
    column('createdAt', { isHiddenByDefault: true }),
  ];
  return (
    <div className="flex flex-col gap-4">
      {toStatusFilter(filters.status) === 'Open' ? (
        <AgeingCards
          filters={filters}
          onShow={(age) => view.set({ age: age === filters.age ? undefined : age })}
        />
      ) : null}
      <DocumentList
        name="discrepancies"
        t={{ ...t.list, loading: t.loading, failed: t.failed }}
        state={state}
        columns={columns}
        defaultSort="createdAt"
        empty={<EmptyState icon={ClipboardCheck} {...t.empty} />}
        list={queryList}
        getNumber={({ itemName, orderNo }) => `${itemName}, ${orderNo}`}
        panel={DiscrepancyPanel}
        bulk={(rows, clear) => <ResolveSelected rows={rows} onDone={clear} />}
      />
    </div>
  );
}

interface AgeingProps {
  filters: { age?: string | undefined } & Pick<
    DiscrepancyFilters,
    'type' | 'docType' | 'branch' | 'chargedTo'
  >;
  /** Filters the list by age, or removes the filter. */
  onShow(age: DiscrepancyAge): void;
}

/**
 * Ageing of open discrepancies with counts and values, linked to the rows. Hidden if the server doesn't offer
 * it.
 */
function AgeingCards({
  filters: { age: selectedAge, type, docType, branch, chargedTo },
  onShow,
}: AgeingProps) {
  const t = useMessages(discrepancyMessages);
  const money = useMoney();
  const user = useUser();
  const { data, isError } = useQuery({
    ...discrepancyAgeingQuery({ type, docType, branch, chargedTo }),
    refetchOnMount: 'always',
  });
  if (isError && !data) return null;
  return (
    <ul aria-label={t.ageing} className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:gap-3">
      {discrepancyAges.map((age) => {
        const ageGroup = data?.find((candidate) => candidate.age === age);
        const isUrgent = age === 'older' && (ageGroup?.count ?? 0) > 0;
        return (
          <li key={age} className="flex">
            <button
              type="button"
              aria-pressed={selectedAge === age}
              onClick={() => onShow(age)}
              className={cn(
                'flex min-h-16 flex-1 flex-col rounded-lg border bg-card p-3 text-start hover:bg-accent',
                selectedAge === age && 'border-primary bg-selected hover:bg-selected',
              )}
            >
              <span className="text-muted-foreground text-xs">{t.ages[age]}</span>
              <span className="flex min-h-7 flex-wrap items-baseline gap-x-2">
                <span className={cn('font-semibold text-xl', isUrgent && 'text-status-red')}>
                  {ageGroup ? formatCount(ageGroup.count) : '–'}
                  <span className="sr-only"> {ageGroup ? t.ageCount(ageGroup.count) : ''}</span>
                </span>
                {ageGroup && ageGroup.value !== null && ageGroup.count > 0 && canRead(user, 'costs') ? (
                  <span className="text-muted-foreground text-xs tabular-nums">{money(ageGroup.value)}</span>
                ) : null}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface ResolveSelectedProps {
  rows: readonly Discrepancy[];
  onDone(): void;
}

/** Resolves all selected discrepancies together. */
function ResolveSelected({ rows, onDone }: ResolveSelectedProps) {
  const t = useMessages(discrepancyMessages);
  const user = useUser();
  const [selectedRows, setSelectedRows] = useState<readonly Discrepancy[] | null>(null);
  const isOneType = rows.every((row) => row.type === rows[0]?.type);
  const hasSharedDecision = getSharedResolutions(rows, user).length > 0;
  return (
    <>
      <GuardedButton
        variant="primary"
        disabledReason={isOneType ? (hasSharedDecision ? null : t.noSharedDecision) : t.selectOneType}
        onClick={() => setSelectedRows(rows)}
      >
        {t.resolveSelected(rows.length)}
      </GuardedButton>
      {selectedRows ? (
        <ResolveDialog
          discrepancies={selectedRows}
          onClose={() => {
            setSelectedRows(null);
            onDone();
          }}
        />
      ) : null}
    </>
  );
}

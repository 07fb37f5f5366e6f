import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Printer, ThermometerSnowflake } from 'lucide-react';
import { Suspense, useState } from 'react';
import { canRead, canWrite, isOwnLocation } from '#core/permissions.ts';
import { checkPointsQuery } from '#modules/check-points/web/queries.ts';
import { NewButton } from '#modules/master-data/web/new-button.tsx';
import { ResourceList } from '#modules/master-data/web/resource-list.tsx';
import { ResourceRowPage } from '#modules/master-data/web/resource-row-page.tsx';
import { useRowAddress } from '#modules/master-data/web/row-address.ts';
import { DocumentList, useDocumentFilters } from '#platform/documents/web/document-list.tsx';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import type { Column } from '#platform/web/data-table/column.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { NoBranch } from '#platform/web/layout/missing-setup.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { lazyView } from '#platform/web/lazy-module.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { useUser } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { safetyCheckList } from '../list.ts';
import type { SafetyCheck } from '../shapes.ts';
import { CheckStatusPill } from './check-status.tsx';
import { checkMessages } from './messages.ts';
import { checksQuery, editCheckAction, moveCheckAction, recordCheckAction } from './queries.ts';
import { useCheckFields } from './use-check-fields.ts';

const TodayCard = lazyView(async () => (await import('./today-card.tsx')).TodayCard);
const VerifySelected = lazyView(async () => (await import('./verify-selected.tsx')).VerifySelected);
const CheckPanel = lazyView(async () => (await import('./check-panel.tsx')).CheckPanel);
const RecordDialog = lazyView(async () => (await import('./record-dialog.tsx')).RecordDialog);

/** Food safety of a location: today's checks and all recorded ones, or with `tab=points` its check points. */
export function SafetyPage() {
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  return tab === 'points' ? <PointsPage /> : <ChecksPage />;
}

function PointsPage() {
  const t = useMessages(checkMessages);
  const address = useRowAddress();
  if (address.full && address.row !== undefined)
    return <ResourceRowPage key={address.row} name="check-points" id={address.row} />;
  return (
    <Page isWide>
      <PageHeader
        title={t.points}
        context={t.pointsContext}
        actions={
          <>
            <Button asChild>
              <Link to="." search={{}}>
                {t.checks}
              </Link>
            </Button>
            <NewButton name="check-points" />
          </>
        }
      />
      <ResourceList name="check-points" isEditable />
    </Page>
  );
}

function ChecksPage() {
  const t = useMessages(checkMessages);
  const user = useUser();
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? [])
    .filter(({ _id, isActive }) => isActive && isOwnLocation(user, _id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const [chosenPlace, setPlace] = useState<string | undefined>();
  const { branch: requestedPlace }: { branch?: unknown } = useSearch({ strict: false });
  const place =
    [chosenPlace, requestedPlace].map((id) => places.find(({ _id }) => _id === id)).find(Boolean) ??
    places[0];
  const points = useQuery({ ...checkPointsQuery(place?._id ?? ''), enabled: place !== undefined });
  const [isPrinting, setPrinting] = useState(false);
  const state = useDocumentFilters(safetyCheckList, {
    point: {
      label: t.fields.pointName,
      all: t.allPoints,
      choices: (points.data ?? []).map(({ _id, name }) => ({ id: _id, name })),
    },
    result: { label: t.result, all: t.allResults, labels: t.results },
  });
  const { column, formatDegrees, formatLimits } = useCheckFields();
  const createDegreesColumn = (name: 'reading' | 'secondReading') =>
    column(name, {
      className: 'whitespace-nowrap',
      isPlain: true,
      cell: (check) =>
        check[name] === null ? null : (
          <bdi
            className={name === 'reading' && !check.isWithin ? 'font-semibold text-status-amber' : undefined}
          >
            {formatDegrees(check[name])}
          </bdi>
        ),
    });
  const columns: Column<SafetyCheck>[] = [
    column('number'),
    column('pointName', { isPlain: true }),
    createDegreesColumn('reading'),
    column('checkedAt', { isPlain: true }),
    {
      key: 'limits',
      label: t.limits,
      cell: formatLimits,
      value: formatLimits,
      className: 'whitespace-nowrap',
    },
    column('correctiveAction', { className: 'max-w-36 truncate' }),
    ...(places.length > 1 ? [column('branchName')] : []),
    column('userName'),
    column('status', { card: 'corner', cell: ({ status }) => <CheckStatusPill status={status} /> }),
    column('dueAt', { isHiddenByDefault: true }),
    { ...createDegreesColumn('secondReading'), isHiddenByDefault: true },
    column('note', { isHiddenByDefault: true, className: 'max-w-48 truncate' }),
    column('signedBy', { isHiddenByDefault: true }),
    column('device', { isHiddenByDefault: true }),
  ];
  const renderPointsLink = (label: string, search: Record<string, string> = {}) => (
    <Button asChild>
      <Link to="." search={{ tab: 'points', ...search }}>
        {label}
      </Link>
    </Button>
  );

  return (
    <Page isWide className="flex flex-col gap-4">
      <PageHeader
        title={useMessages(pageMessages).foodSafety}
        context={t.context}
        actions={
          <>
            {places.length > 1 && place ? (
              <Select
                aria-label={t.place}
                className="w-56"
                value={place._id}
                onChange={(event) => setPlace(event.currentTarget.value)}
              >
                {places.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </Select>
            ) : null}
            {canRead(user, 'check-points') ? renderPointsLink(t.points) : null}
            <Button disabled={place === undefined} onClick={() => setPrinting(true)}>
              <Printer aria-hidden="true" />
              {t.printRecord}
            </Button>
          </>
        }
      />
      <PendingEntries title={t.pending} kinds={kinds} />
      {place ? (
        <Suspense fallback={<SkeletonRows label={t.loadingToday} rows={4} />}>
          <TodayCard
            key={place._id}
            place={place}
            addPoint={
              canWrite(user, 'check-points', 'canCreate')
                ? renderPointsLink(t.addPoint, { row: 'new' })
                : null
            }
          />
        </Suspense>
      ) : branches.isSuccess ? (
        <NoBranch />
      ) : null}
      <DocumentList
        name="safety-checks"
        t={t}
        state={state}
        columns={columns}
        empty={<EmptyState icon={ThermometerSnowflake} title={t.empty} text={t.emptyText} />}
        list={checksQuery}
        getNumber={({ number }) => number}
        panel={CheckPanel}
        bulk={
          canWrite(user, 'safety-checks', 'canEdit')
            ? (checks, clear) => (
                <Suspense>
                  <VerifySelected checks={checks} onDone={clear} />
                </Suspense>
              )
            : undefined
        }
      />
      {isPrinting && place ? (
        <Suspense>
          <RecordDialog place={place} onClose={() => setPrinting(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

const kinds: ReadonlySet<string> = new Set([
  recordCheckAction.kind,
  editCheckAction.kind,
  moveCheckAction.kind,
]);

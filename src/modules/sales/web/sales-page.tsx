import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ReceiptText, TriangleAlert } from 'lucide-react';
import type { SaleDay } from '../shapes.ts';
import { isOwnLocation, canWrite } from '#core/permissions.ts';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import { saleDaysQuery, setSalesDepletion, unmappedTillItemsQuery } from './queries.ts';
import { useOpenRow } from '#platform/web/data-table/use-list-view.ts';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import {
  formatCount,
  formatDay,
  formatInstant,
  formatPercent,
  formatQuantity,
} from '#platform/web/format/format.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { toastError } from '#platform/web/toast.ts';
import { salesMessages } from './messages.ts';
import { tillItemsId } from './search.ts';

/** Rarely used parts, loaded on demand. */
const TillItems = lazyView(async () => (await import('./till-items.tsx')).TillItems);
const SalesDayPanel = lazyView(async () => (await import('./day-panel.tsx')).SalesDayPanel);
const ImportSales = lazyView(async () => (await import('./import-sales.tsx')).ImportSales);

const pageSize = 50;

/** `/menu/sales`: till sales by branch and day, their menu items, and file import. */
export function SalesPage() {
  const t = useMessages(salesMessages);
  const user = useUser();
  const search = useSearch({ from: '/_shell/menu_/sales' });
  const navigate = useNavigate();
  const branches = useQuery(branchesQuery());
  const ownBranches = (branches.data ?? []).filter(
    ({ _id, isActive, type }) => isActive && type === 'branch' && isOwnLocation(user, _id),
  );
  const selectedBranch = ownBranches.find(({ _id }) => _id === search.branch);
  const openRow = useOpenRow();
  const canImport = canWrite(user, 'sales', 'canCreate');
  const unmapped = useQuery(unmappedTillItemsQuery(selectedBranch?._id)).data;
  const hasUnmapped = (unmapped?.total ?? 0) > 0;
  const tillItems = <TillItems branch={selectedBranch?._id} />;
  return (
    <Page>
      <PageHeader
        title={search.import ? t.import : t.title}
        context={t.context}
        actions={
          search.import ? (
            <Button asChild>
              <Link to="/menu/sales">{t.back}</Link>
            </Button>
          ) : canImport ? (
            <Button asChild variant="primary">
              <Link to="/menu/sales" search={{ import: true }}>
                {t.import}
              </Link>
            </Button>
          ) : null
        }
      />
      {search.import && canImport ? (
        branches.isPending ? (
          <SkeletonRows label={t.loading} rows={4} />
        ) : (
          <ImportSales branches={ownBranches} />
        )
      ) : (
        <div className="flex flex-col gap-6">
          <div className="flex flex-wrap items-end gap-4">
            <label className="flex flex-col gap-1.5 text-sm">
              {t.branch}
              <Select
                className="w-auto min-w-52 max-w-full"
                value={selectedBranch?._id ?? ''}
                onChange={(event) => {
                  const branch = event.target.value;
                  void navigate({ to: '/menu/sales', search: branch === '' ? {} : { branch } });
                }}
              >
                <option value="">{t.allBranches}</option>
                {ownBranches.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </Select>
            </label>
            {selectedBranch && canWrite(user, 'branch', 'canEdit') ? (
              <DepletionSwitch key={selectedBranch._id} branch={selectedBranch} />
            ) : null}
          </div>
          {hasUnmapped ? tillItems : null}
          <SalesDays
            branch={selectedBranch?._id}
            page={search.page ?? 1}
            onPage={(page) => void navigate({ to: '/menu/sales', search: { ...search, page } })}
          />
          {hasUnmapped ? null : tillItems}
        </div>
      )}
      {search.row === undefined ? null : <SalesDayPanel id={search.row} onClose={() => openRow(undefined)} />}
    </Page>
  );
}

function DepletionSwitch({ branch }: { branch: Branch }) {
  const t = useMessages(salesMessages);
  const queryClient = useQueryClient();
  return (
    <CheckField
      label={t.switchTitle}
      hint={t.switchHint}
      value={branch.depletesStock}
      onChange={(isOn) => {
        setSalesDepletion(queryClient, branch._id, isOn).catch((error: unknown) =>
          toastError(getErrorMessage(error, t.saveFailed)),
        );
      }}
    />
  );
}

interface DaysProps {
  branch: string | undefined;
  page: number;
  onPage(page: number): void;
}

function SalesDays({ branch, page, onPage }: DaysProps) {
  const t = useMessages(salesMessages);
  const money = useMoney();
  const daysFilter = { page, limit: pageSize, ...(branch !== undefined && { branch }) };
  const { data, error, refetch } = useQuery(saleDaysQuery(daysFilter));
  if (!data)
    return error ? (
      <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={8} />
    );
  if (data.rows.length === 0) return <EmptyState icon={ReceiptText} title={t.empty} text={t.emptyText} />;
  return (
    <section>
      <FactTable
        label={t.days}
        rows={data.rows}
        getKey={({ _id }) => _id}
        columns={[
          {
            heading: t.columns.day,
            cell: ({ _id, day }) => (
              <Link
                to="/menu/sales"
                search={(before) => ({ ...before, row: _id })}
                className="whitespace-nowrap text-primary underline-offset-4 hover:underline touch:-my-3 touch:py-3"
              >
                {formatDay(day)}
              </Link>
            ),
          },
          {
            heading: t.columns.branch,
            cell: ({ branchName, source }) => (
              <span className="flex flex-col whitespace-nowrap">
                <bdi>{branchName}</bdi>
                <bdi className="text-muted-foreground text-xs">{source}</bdi>
              </span>
            ),
          },
          { heading: t.columns.net, isNumeric: true, cell: ({ net }) => money(net) },
          { heading: t.columns.known, cell: (day: SaleDay) => <MappedShare day={day} /> },
          { heading: t.columns.stock, cell: (day) => <DepletionState day={day} /> },
          {
            heading: t.columns.by,
            cell: ({ updatedAt, userName }) => (
              <span className="flex flex-col whitespace-nowrap text-muted-foreground text-xs">
                {formatInstant(updatedAt)}
                <bdi>{userName}</bdi>
              </span>
            ),
          },
        ]}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        rowCount={data.rows.length}
        total={data.total}
        isCapped={false}
        onPage={onPage}
      />
    </section>
  );
}

/** Share of the sales value that is mapped to recipes or items. */
function MappedShare({ day: { net, unmappedNet, unmappedRows } }: { day: SaleDay }) {
  const t = useMessages(salesMessages);
  const money = useMoney();
  if (unmappedRows === 0) return <>{formatPercent(1)}</>;
  return (
    <span className="flex flex-col items-start gap-1 whitespace-nowrap lg:flex-row lg:items-center lg:gap-2">
      {net > 0 ? formatPercent(Math.max(0, Math.floor((1 - unmappedNet / net) * 1000) / 1000)) : null}
      <Link
        to="/menu/sales"
        search={(before) => before}
        hash={tillItemsId}
        className="rounded-full touch:-my-3 touch:py-3"
      >
        <Pill tone="amber" icon={TriangleAlert}>
          {t.unmappedRows(formatCount(unmappedRows), money(unmappedNet))}
        </Pill>
      </Link>
    </span>
  );
}

function DepletionState({ day: { depletesStock, gaps } }: { day: SaleDay }) {
  const t = useMessages(salesMessages);
  if (!depletesStock) return <span className="whitespace-nowrap text-muted-foreground">{t.notDepleted}</span>;
  if (gaps.length === 0) return <>{t.takes}</>;
  return (
    <details>
      <summary className="cursor-pointer touch:py-3">{t.gaps(formatCount(gaps.length))}</summary>
      <ul className="pt-1 text-xs">
        {gaps.map(({ kind, recipeId, itemId, name, qty }) => (
          <li key={`${kind} ${recipeId} ${itemId}`}>{t.gapTexts[kind](name, formatQuantity(qty))}</li>
        ))}
      </ul>
    </details>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  ClipboardCheck,
  HeartCrack,
  type LucideIcon,
  PackageMinus,
  Shuffle,
} from 'lucide-react';
import type { Discrepancy } from '#contract/discrepancies.ts';
import type { TolerantList } from '#contract/tolerant.ts';
import { mayRead } from '#domain/permissions.ts';
import type { DiscrepancyType } from '#domain/stock/discrepancies.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { DocumentSendState } from '#src/components/order/send-state.tsx';
import { EmptyState, LoadFailed, SkippedNote } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Pill, type Tone } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { formatAge, formatMoney, formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { usePendingOn } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { kitchenMessages } from './messages.ts';
import { isDiscrepancyType, resolutionsFor } from './resolutions.ts';
import { ResolveDialog } from './resolve-dialog.tsx';
import { onRowKeys } from './row-keys.ts';

const looks: Record<DiscrepancyType, { tone: Tone; icon: LucideIcon }> = {
  short: { tone: 'amber', icon: PackageMinus },
  damaged: { tone: 'red', icon: HeartCrack },
  over: { tone: 'blue', icon: ArrowDownToLine },
  wrong_item: { tone: 'violet', icon: Shuffle },
};

const route = getRouteApi('/_shell/central-kitchen/dashboard');

/** What did not arrive as shipped, the oldest first, each with the way to settle it. */
export function ReconcileList({ query }: { query: UseQueryResult<TolerantList<Discrepancy>> }) {
  const t = useMessages(kitchenMessages);
  const { discrepancy: openId, branch } = route.useSearch();
  const navigate = route.useNavigate();
  const isShown = (row: Discrepancy) =>
    row.status === 'Open' && (branch === undefined || row.branch === branch);
  const rows = query.data?.rows.filter(isShown) ?? [];
  const open = rows.find((row) => row._id === openId) ?? null;
  const show = (id: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, discrepancy: id }), replace: true });

  if (!query.data) {
    return query.isError ? (
      <LoadFailed title={t.reconcile.failed} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows label={t.reconcile.loading} rows={6} />
    );
  }
  const note =
    branch === undefined ? null : (
      <p className="flex flex-wrap items-center gap-3 pb-2 text-sm">
        {t.reconcile.oneBranch(rows[0]?.branchName ?? t.reconcile.thatBranch)}
        <Button
          size="sm"
          onClick={() => void navigate({ search: (old) => ({ ...old, branch: undefined }), replace: true })}
        >
          {t.reconcile.allBranches}
        </Button>
      </p>
    );
  if (rows.length === 0) {
    return (
      <>
        {note}
        <EmptyState icon={ClipboardCheck} {...t.empty.reconcile} />
      </>
    );
  }
  return (
    <>
      {note}
      <SkippedNote count={query.data.skipped} />
      <ul className="overflow-hidden rounded-lg border bg-card" onKeyDown={onRowKeys}>
        {rows.map((row) => (
          <ReconcileRow key={row._id} row={row} onResolve={() => show(row._id)} />
        ))}
      </ul>
      {open ? <ResolveDialog key={open._id} discrepancy={open} onClose={() => show(undefined)} /> : null}
    </>
  );
}

function ReconcileRow({ row, onResolve }: { row: Discrepancy; onResolve(): void }) {
  const t = useMessages(kitchenMessages).reconcile;
  const user = useUser();
  const documentKey = `discrepancies/${row._id}`;
  const isPending = usePendingOn(documentKey).length > 0;
  const look = isDiscrepancyType(row.type) ? looks[row.type] : null;
  const blocked = resolutionsFor(row, user).length === 0 ? t.notYours : null;
  const facts = [t.from(row.branchName, row.orderNo), t.age(formatAge(row.createdAt))];
  if (mayRead(user, 'costs')) facts.push(formatMoney(row.value));
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0 hover:bg-accent/50">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="break-words font-medium">{row.itemName}</span>
          <Pill tone={look?.tone ?? 'neutral'} {...(look ? { icon: look.icon } : {})}>
            {isDiscrepancyType(row.type) ? t.types[row.type] : row.type}
          </Pill>
          <span className="tabular-nums">{t.quantity(formatQuantity(row.qty), row.unitSymbol)}</span>
        </p>
        <p className="text-muted-foreground text-xs">{facts.join(' · ')}</p>
        {row.note ? (
          <p className="text-muted-foreground text-xs">
            <bdi>“{row.note}”</bdi>
          </p>
        ) : null}
      </div>
      {isPending ? (
        <DocumentSendState documentKey={documentKey} />
      ) : (
        <GuardedButton
          data-row
          blocked={blocked}
          aria-label={t.resolveThis(row.itemName, row.orderNo)}
          onClick={onResolve}
        >
          {t.resolve}
        </GuardedButton>
      )}
    </li>
  );
}

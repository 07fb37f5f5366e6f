import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  ClipboardCheck,
  HeartCrack,
  type LucideIcon,
  PackageMinus,
  Shuffle,
  X,
} from 'lucide-react';
import { useState } from 'react';
import type { Discrepancy } from '#contract/discrepancies.ts';
import type { TolerantList } from '#contract/tolerant.ts';
import { mayRead } from '#domain/permissions.ts';
import type { DiscrepancyType } from '#domain/stock/discrepancies.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { DocumentSendState } from '#src/entities/document/send-state.tsx';
import { EmptyState, LoadFailed, SkippedNote } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Pill, type Tone } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { formatAge } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { usePendingOn } from '#src/lib/outbox/use-outbox.ts';
import { useUser } from '#src/lib/session/session.ts';
import { DiscrepancyPanel } from './discrepancy-panel.tsx';
import { reconcileMessages } from './messages.ts';
import { discrepancyKind, isDiscrepancyType, resolutionsFor, sharedResolutions } from './resolutions.ts';
import { ResolveDialog } from './resolve-dialog.tsx';
import { onRowKeys } from '../dashboard/awaiting-order.tsx';

const looks: Record<DiscrepancyType, { tone: Tone; icon: LucideIcon }> = {
  short: { tone: 'amber', icon: PackageMinus },
  damaged: { tone: 'red', icon: HeartCrack },
  over: { tone: 'blue', icon: ArrowDownToLine },
  wrong_item: { tone: 'violet', icon: Shuffle },
};

const route = getRouteApi('/_shell/central-kitchen/dashboard');

/** What did not arrive as shipped, the oldest first, each with the way to settle it; several of a type at once. */
export function ReconcileList({ query }: { query: UseQueryResult<TolerantList<Discrepancy>> }) {
  const t = useMessages(reconcileMessages);
  const { discrepancy: openId, branch } = route.useSearch();
  const navigate = route.useNavigate();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [together, setTogether] = useState<readonly Discrepancy[] | null>(null);
  const isShown = (row: Discrepancy) =>
    row.status === 'Open' && (branch === undefined || row.branch === branch);
  const rows = query.data?.rows.filter(isShown) ?? [];
  const selected = rows.filter((row) => picked.has(row._id));
  const show = (id: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, discrepancy: id }), replace: true });
  const pick = (id: string, isOn: boolean) =>
    setPicked(new Set(isOn ? [...picked, id] : [...picked].filter((other) => other !== id)));

  if (!query.data) {
    return query.isError ? (
      <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={6} />
    );
  }
  return (
    <>
      {branch === undefined ? null : (
        <p className="flex flex-wrap items-center gap-3 pb-2 text-sm">
          {t.oneBranch(rows[0]?.branchName ?? t.thatBranch)}
          <Button
            size="sm"
            onClick={() => void navigate({ search: (old) => ({ ...old, branch: undefined }), replace: true })}
          >
            {t.allBranches}
          </Button>
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState icon={ClipboardCheck} {...t.empty} />
      ) : (
        <div className="flex flex-col gap-2">
          <SkippedNote count={query.data.skipped} />
          <ul className="overflow-hidden rounded-lg border bg-card" onKeyDown={onRowKeys}>
            {rows.map((row) => (
              <ReconcileRow
                key={row._id}
                row={row}
                isPicked={picked.has(row._id)}
                onPick={(isOn) => pick(row._id, isOn)}
                onResolve={() => show(row._id)}
              />
            ))}
          </ul>
          <ReconcileBar
            rows={selected}
            onResolve={() => setTogether(selected)}
            onClear={() => setPicked(new Set())}
          />
        </div>
      )}
      {openId === undefined ? null : (
        <DiscrepancyPanel
          key={openId}
          id={openId}
          row={query.data.rows.find((row) => row._id === openId && row.status === 'Open') ?? null}
          onClose={() => show(undefined)}
        />
      )}
      {together ? (
        <ResolveDialog
          discrepancies={together}
          onClose={() => {
            setTogether(null);
            setPicked(new Set());
          }}
        />
      ) : null}
    </>
  );
}

interface ReconcileBarProps {
  rows: readonly Discrepancy[];
  onResolve(): void;
  onClear(): void;
}

/** Resolves all selected ones at once; there only while some are. */
function ReconcileBar({ rows, onResolve, onClear }: ReconcileBarProps) {
  const t = useMessages(reconcileMessages);
  const user = useUser();
  if (rows.length === 0) return null;
  const isOneType = rows.every((row) => row.type === rows[0]?.type);
  const isShared = sharedResolutions(rows, user).length > 0;
  return (
    <div
      role="group"
      aria-label={t.selected(rows.length)}
      data-foot-bar
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-popover p-2 ps-4 shadow-float"
    >
      <span className="flex-1 text-sm">{t.selected(rows.length)}</span>
      <GuardedButton
        variant="primary"
        blocked={isOneType ? (isShared ? null : t.nothingShared) : t.oneType}
        onClick={onResolve}
      >
        {t.resolveSelected(rows.length)}
      </GuardedButton>
      <Button variant="ghost" size="icon" aria-label={t.clear} onClick={onClear}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

interface ReconcileRowProps {
  row: Discrepancy;
  isPicked: boolean;
  onPick(isOn: boolean): void;
  onResolve(): void;
}

function ReconcileRow({ row, isPicked, onPick, onResolve }: ReconcileRowProps) {
  const t = useMessages(reconcileMessages);
  const money = useMoney();
  const user = useUser();
  const search = route.useSearch();
  const documentKey = discrepancyKind.keyOf(row);
  const isPending = usePendingOn(documentKey).length > 0;
  const look = isDiscrepancyType(row.type) ? looks[row.type] : null;
  const blocked = resolutionsFor(row, user).length === 0 ? t.notYours : null;
  const facts = [t.age(formatAge(row.createdAt))];
  if (mayRead(user, 'costs')) facts.unshift(t.value(money(row.value)));
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0 hover:bg-accent/50">
      {blocked === null && !isPending ? (
        <label className="-m-2 flex size-9 items-center justify-center touch:size-11">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            aria-label={t.select(row.itemName, row.orderNo)}
            checked={isPicked}
            onChange={(event) => onPick(event.currentTarget.checked)}
          />
        </label>
      ) : null}
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="break-words font-medium">{row.itemName}</span>
          <Pill tone={look?.tone ?? 'neutral'} {...(look ? { icon: look.icon } : {})}>
            {isDiscrepancyType(row.type) ? t.types[row.type] : row.type}
          </Pill>
          <span className="tabular-nums">{formatAmount(row.qty, row.unitSymbol)}</span>
        </p>
        <p className="text-muted-foreground text-xs">
          {row.branchName} ·{' '}
          {row.orderId === '' ? (
            <bdi>{row.orderNo}</bdi>
          ) : (
            <Link
              to="/central-kitchen/dashboard"
              search={{ ...search, order: row.orderId }}
              aria-label={t.openOrder(row.orderNo)}
              className="text-primary underline-offset-2 hover:underline"
            >
              <bdi>{row.orderNo}</bdi>
            </Link>
          )}
          {` · ${facts.join(' · ')}`}
        </p>
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

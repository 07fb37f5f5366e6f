import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Hand, PackageCheck, Printer, Truck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PickList } from '../../shapes.ts';
import { readScannedGoods } from '../../scan.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { packBarcodesQuery } from '#modules/packagings/web/queries.ts';
import { pickListQuery } from '../queries.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { LoadFailed, NothingMatches, SavedDataNote } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { printPage } from '#platform/documents/web/printout.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { cn } from '#platform/web/cn.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { NothingToPick } from '../nothing-to-pick.tsx';
import { PickFilterBar } from './pick-filters.tsx';
import { PickItemCard } from './pick-item.tsx';
import { pickMessages } from './messages.ts';
import { isLineDone, type PickGroup, buildPickGroups } from './pick-rows.ts';
import { type PickingActions, usePendingPicks, usePicking } from './use-picking.ts';

const route = getRouteApi('/_shell/central-kitchen/pick-list');
const defaultStatus = 'Under Process';

/** The last scan; each scan creates a new object. */
interface LastScan {
  itemId: string;
  lot: string | null;
  /** Net weight in grams for weighed goods. */
  grams: number | null;
}

/** `/central-kitchen/pick-list`: items to pick for any set of orders, in walking order. */
export function PickListPage() {
  const t = useMessages(pickMessages);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { isAlive } = useConnection();
  const userId = useUser()._id;
  const query = useQuery(pickListQuery(search));
  const { data } = query;
  const pending = usePendingPicks();
  const picking = usePicking(data?.kitchen?._id ?? '');
  const groups = data ? buildPickGroups(data, userId, pending) : [];
  const isPickable = (search.status ?? defaultStatus) === defaultStatus;
  const lineCount = groups.reduce((sum, group) => sum + group.lineCount, 0);
  const pickedCount = groups.reduce((sum, group) => sum + group.pickedCount, 0);
  const isFiltered = Object.entries(search).some(
    ([name, value]) => name !== 'kitchen' && value !== undefined,
  );
  const scanned = useScanner(data, groups);

  return (
    <Page>
      <PageHeader
        title={useMessages(pageMessages).pickList}
        context={data ? t.context(pickedCount, lineCount, data.orders.length) : ' '}
        actions={
          <Button onClick={printPage}>
            <Printer aria-hidden="true" />
            {t.print}
          </Button>
        }
      />
      <PickFilterBar list={data} search={search} />
      {data && (query.isError || !isAlive) ? <SavedDataNote loadedAt={query.dataUpdatedAt} /> : null}
      {query.isPending ? <SkeletonRows label={t.loading} rows={10} /> : null}
      {query.isError && !data ? (
        <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {data?.isCapped ? (
        <p className="pb-3 text-muted-foreground text-sm">{t.isCapped(data.orders.length)}</p>
      ) : null}
      {!isPickable && data && lineCount > 0 ? (
        <p className="pb-3 text-muted-foreground text-sm">{t.coming}</p>
      ) : null}
      {data && lineCount === 0 ? (
        isFiltered ? (
          <NothingMatches title={t.nothingMatches} onClear={() => void navigate({ search: {} })} />
        ) : (
          <NothingToPick text={t.emptyText} />
        )
      ) : null}
      {isPickable && lineCount > 0 && pickedCount === lineCount ? (
        <p
          role="status"
          className="mb-4 flex flex-wrap items-center gap-3 rounded-lg border bg-card px-4 py-3 text-sm print:hidden"
        >
          <PackageCheck className="size-5 text-status-green" aria-hidden="true" />
          {t.complete}
          <Link
            to="/central-kitchen/order-processing-prep"
            search={data?.orders.length === 1 ? { order: data.orders[0]?._id } : {}}
            className="inline-flex items-center gap-2 font-medium text-primary underline-offset-4 hover:underline"
          >
            <Truck className="size-4" aria-hidden="true" />
            {t.toShip}
          </Link>
        </p>
      ) : null}
      {data ? <PrintedOrders orders={data.orders} /> : null}
      <CellGrid name={`pick-list.${data?.kitchen?._id ?? ''}`}>
        <div data-quantity-grid className="flex flex-col gap-6 print:gap-2">
          {data
            ? groups.map((group) => (
                <PickSection
                  key={group.id}
                  group={group}
                  list={data}
                  picking={picking}
                  isPickable={isPickable}
                  scanned={scanned}
                />
              ))
            : null}
        </div>
      </CellGrid>
    </Page>
  );
}

/** Delivery days with their order numbers; shown only in print. */
function PrintedOrders({ orders }: Pick<PickList, 'orders'>) {
  return (
    <ul className="hidden pb-2 text-sm print:block">
      {[...Map.groupBy(orders, ({ deliveryDate }) => deliveryDate)].map(([day, dayOrders]) => (
        <li key={day}>
          <strong>{formatDay(day)}</strong>:{' '}
          {formatList(dayOrders.map(({ orderNo, branchName }) => `${orderNo} (${branchName})`))}
        </li>
      ))}
    </ul>
  );
}

/** Handles barcode scans: finds the scanned item in the list, or reports that it isn't listed. */
function useScanner(list: PickList | undefined, groups: readonly PickGroup[]) {
  const t = useMessages(pickMessages).notices;
  const items = useQuery(compactItemsQuery());
  const packs = useQuery(packBarcodesQuery());
  const { scaleLabels } = useUser();
  const [scanned, setScanned] = useState<LastScan | null>(null);
  useScan((code) => {
    if (!list) return undefined;
    const barcodes = new Map((items.data ?? []).map((item) => [item._id, item.barcodes]));
    const packsByItem = Map.groupBy(packs.data ?? [], ({ itemId }) => itemId);
    const listedItems = groups
      .flatMap(({ rows }) => rows)
      .map(({ item }) => ({
        itemId: item.itemId,
        itemCode: item.itemCode,
        barcodes: [
          ...(barcodes.get(item.itemId) ?? []),
          ...(packsByItem.get(item.itemId) ?? []).map(({ barcode }) => barcode),
        ],
        lots: item.lots.map(({ lot, expiry }) => ({ lot: lot ?? '', expiry })),
      }));
    const goods = readScannedGoods(code, listedItems, { today: list.day, scaleLabels });
    if (goods === null) return { text: t.notListed(code), isRefused: true };
    setScanned({ itemId: goods.itemId, lot: goods.lot, grams: goods.grams });
    return goods.unknownLot === null ? undefined : { text: t.noSuchLot(goods.unknownLot) };
  });
  return scanned;
}

interface PickSectionProps {
  group: PickGroup;
  list: PickList;
  picking: PickingActions;
  isPickable: boolean;
  scanned: LastScan | null;
}

/** One section of the list; its name and progress are sticky. */
function PickSection({ group, list, picking, isPickable, scanned }: PickSectionProps) {
  const t = useMessages(pickMessages);
  const { isAlive } = useConnection();
  const name = group.name ?? t.other;
  const openLines = group.rows.flatMap(({ lines }) => lines).filter((line) => !isLineDone(line));
  const canClaim = openLines.some(({ isMine, otherClaim }) => !isMine && otherClaim === null);
  if (list.returnedSection !== null && group.rows.length === 0) {
    return (
      <h2 className="flex items-center gap-3 border-b py-2 text-base print:hidden">
        <Ring done={group.pickedCount} all={group.lineCount} />
        <Link
          to="."
          search={(current: object) => ({ ...current, section: group.id })}
          aria-label={t.openSection(name)}
          className="min-w-0 flex-1 truncate font-semibold text-primary underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <span className="font-normal text-muted-foreground text-sm tabular-nums">
          {t.sectionDone(group.pickedCount, group.lineCount)}
        </span>
      </h2>
    );
  }
  if (group.rows.length === 0) return null;
  return (
    <section aria-label={name} className={cn(group.rows.every(({ isDone }) => isDone) && 'print:hidden')}>
      <div className="sticky top-(--bars-block) z-10 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-background py-1 print:static print:min-h-0 print:break-after-avoid">
        <Ring done={group.pickedCount} all={group.lineCount} />
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <h2 className="min-w-0 truncate font-semibold text-base">{name}</h2>
          <span className="whitespace-nowrap text-muted-foreground text-sm tabular-nums">
            {t.sectionDone(group.pickedCount, group.lineCount)}
          </span>
        </div>
        {isPickable && canClaim ? (
          <GuardedButton
            className="print:hidden"
            disabledReason={isAlive ? null : t.claim.offline}
            aria-label={t.claim.takeSection(name)}
            onClick={() => picking.claim({ lines: openLines }, 'take')}
          >
            <Hand aria-hidden="true" />
            {t.claim.take}
          </GuardedButton>
        ) : null}
      </div>
      <ul className="divide-y">
        {group.rows.map((row) => (
          <PickItemCard
            key={row.item.itemId}
            row={row}
            list={list}
            picking={picking}
            isPickable={isPickable}
            scanned={scanned?.itemId === row.item.itemId ? scanned : null}
          />
        ))}
      </ul>
    </section>
  );
}

/** Progress ring of a section. */
function Ring({ done, all }: { done: number; all: number }) {
  const share = all === 0 ? 0 : done / all;
  const circle = useRef<SVGCircleElement>(null);
  useEffect(() => {
    circle.current?.style.setProperty('stroke-dashoffset', String(100 - share * 100));
  }, [share]);
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className="size-6 shrink-0 -rotate-90 print:hidden">
      <circle
        cx="18"
        cy="18"
        r="15.9155"
        fill="none"
        stroke="currentColor"
        strokeWidth="5"
        className="text-border"
      />
      <circle
        ref={circle}
        cx="18"
        cy="18"
        r="15.9155"
        fill="none"
        strokeWidth="5"
        stroke="currentColor"
        strokeDasharray="100"
        className="text-primary transition-[stroke-dashoffset] duration-150"
      />
    </svg>
  );
}

import { Check, Hand, Layers, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PickList } from '../../shapes.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { ItemPicture } from '#modules/items/web/item-picture.tsx';
import { Expiry } from '#modules/lots/web/expiry.tsx';
import { FairShareLink } from '#modules/orders/web/fair-share-link.tsx';
import { Quantity } from '#modules/orders/web/lines-table.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { cn } from '#platform/web/cn.ts';
import { formatTime } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { toast } from '#platform/web/toast.ts';
import { BranchLine } from './branch-line.tsx';
import { pickMessages } from './messages.ts';
import {
  type FoundQuantity,
  type PickListRow,
  distributePick,
  findLatestValidThrough,
  getUntouchedLine,
  buildLinePick,
  buildPicks,
  convertWeight,
} from './pick-rows.ts';
import type { PickingActions } from './use-picking.ts';

const shortModule = lazyModule(() => import('./short-dialog.tsx'));
const lotsModule = lazyModule(() => import('./pick-lots-dialog.tsx'));

interface PickItemCardProps {
  row: PickListRow;
  list: PickList;
  picking: PickingActions;
  isPickable: boolean;
  /** Lot and net weight in grams of the carton just scanned. */
  scanned: { lot: string | null; grams: number | null } | null;
}

/**
 * Minimum number of items for using `content-visibility` on off-screen ones; with fewer items, it saves less
 * than a theme change costs, which leaves off-screen items in the old colors.
 */
const minSkippedItems = 100;

/** An item to pick: total quantity, lots and pickers, with a line per branch. */
export function PickItemCard({ row, list, picking, isPickable, scanned }: PickItemCardProps) {
  const t = useMessages(pickMessages);
  const formatError = useErrorMessage();
  const { item, unit } = row;
  const card = useRef<HTMLLIElement>(null);
  const [enteredQty, setEnteredQty] = useState<number | null>(null);
  const [openDialog, setOpenDialog] = useState<'short' | 'lots' | null>(null);
  const [scannedLot, setScannedLot] = useState<string | null>(null);
  const [handledScan, setHandledScan] = useState<typeof scanned>(null);
  const shortDialog = useLazyModuleWhen(openDialog === 'short', shortModule);
  const lotsDialog = useLazyModuleWhen(openDialog === 'lots', lotsModule);
  const qty = enteredQty ?? row.remaining;
  const onlyLine = isPickable ? getUntouchedLine(row) : null;
  const isOnlyLine = onlyLine !== null;
  const excess = Math.round((qty - row.remaining) * 1e6) / 1e6;
  const { isAlive } = useConnection();
  const refusal = picking.refusal?.key === item.itemId ? picking.refusal.error : null;
  const hasLots = item.lots.some(({ lot }) => lot !== null);

  // Applies the scan during the render that delivers it; an effect then scrolls to the item.
  if (scanned !== null && scanned !== handledScan) {
    setHandledScan(scanned);
    setScannedLot(scanned.lot);
    const weight = scanned.grams === null ? null : convertWeight(scanned.grams, row);
    // Consecutive cartons add up.
    if (weight !== null) setEnteredQty(Math.round(((enteredQty ?? 0) + weight) * 1e6) / 1e6);
    if (scanned.lot !== null && row.remaining > 0 && isPickable) setOpenDialog('lots');
  }
  useEffect(() => {
    if (handledScan === null) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.querySelector<HTMLInputElement>('input[data-quantity-column]')?.focus();
  }, [handledScan]);

  function pickFound(pick: FoundQuantity): void {
    const { rest } = distributePick(row, pick.qty);
    const isExtra = rest > 0 && onlyLine !== null && pick.lots === undefined;
    if (rest > 0 && !isExtra) return toast(t.notices.tooMuch(formatAmount(rest, unit)));
    setEnteredQty(null);
    const notice = pick.qty > 0 ? t.notices.picked(formatAmount(pick.qty, unit), item.itemName) : undefined;
    picking.pick(row, isExtra ? [buildLinePick(onlyLine, pick.qty)] : buildPicks(row, pick), notice);
  }

  const controls = (
    <>
      {isPickable && row.remaining > 0 ? (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <QuantityCell
            label={t.cell.total(item.itemName)}
            value={qty}
            unit={unit}
            column="total"
            isWhole={row.isWhole}
            hasSteps
            warn={(value) =>
              value !== null && value > row.remaining
                ? (isOnlyLine ? t.notices.extra : t.notices.tooMuch)(
                    formatAmount(Math.round((value - row.remaining) * 1e6) / 1e6, unit),
                  )
                : null
            }
            onCommit={setEnteredQty}
          />
          <GuardedButton
            variant="primary"
            size="lg"
            className="flex-1 px-4"
            aria-label={t.pickLabel(formatAmount(qty, unit), item.itemName)}
            disabledReason={
              qty <= 0
                ? t.notices.nothing
                : excess > 0 && !isOnlyLine
                  ? t.notices.tooMuch(formatAmount(excess, unit))
                  : null
            }
            onClick={() => pickFound({ qty })}
          >
            <Check aria-hidden="true" />
            {qty === row.remaining ? t.pickAll : t.pick(formatAmount(qty, unit))}
          </GuardedButton>
        </div>
      ) : null}
      {isPickable && !row.isDone ? (
        <div className="flex flex-wrap items-center gap-2 empty:hidden print:hidden">
          {row.remaining > 0 ? (
            <Button aria-label={t.short.openLabel(item.itemName)} onClick={() => setOpenDialog('short')}>
              {t.short.open}
            </Button>
          ) : null}
          {row.remaining > 0 && hasLots ? (
            <Button aria-label={t.lots.openLabel(item.itemName)} onClick={() => setOpenDialog('lots')}>
              <Layers aria-hidden="true" />
              {t.lots.open}
            </Button>
          ) : null}
          <ItemClaims row={row} picking={picking} />
        </div>
      ) : null}
    </>
  );

  return (
    <li
      ref={card}
      data-item={item.itemId}
      data-cell-scope
      className={cn(
        'grid grid-cols-1 [contain:paint] break-inside-avoid gap-x-6 gap-y-3 py-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:py-1',
        row.isDone && 'print:hidden',
        list.items.length > minSkippedItems &&
          '[contain-intrinsic-size:auto_12rem] [content-visibility:auto] print:[content-visibility:visible]',
      )}
    >
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex items-start gap-2">
          <ItemPicture itemId={item.itemId} />
          <div className="min-w-0 flex-1">
            <h3 className="break-words font-medium">
              {item.itemName}{' '}
              {item.itemNameAlt ? (
                <bdi className="font-normal text-muted-foreground text-sm">{item.itemNameAlt}</bdi>
              ) : null}
            </h3>
            <p className="text-muted-foreground text-xs">{item.itemCode}</p>
            <Availability row={row} />
          </div>
          <p className="shrink-0 text-end">
            <span className="block text-muted-foreground text-xs">{row.isDone ? t.picked : t.toPick}</span>
            <span className="font-semibold text-xl tabular-nums print:text-base">
              <Quantity value={row.isDone ? row.picked : row.remaining} unit={unit} />
            </span>
            {row.needed === (row.isDone ? row.picked : row.remaining) ? null : (
              <span className="block text-muted-foreground text-xs tabular-nums print:hidden">
                <bdi>{t.neededNote(formatAmount(row.needed, unit))}</bdi>
              </span>
            )}
          </p>
        </div>
        <LotPlan row={row} day={list.day} />
        {isOnlyLine ? null : controls}
        {row.lines.some(({ isPending }) => isPending) && !isAlive ? (
          <p role="status" className="text-muted-foreground text-xs print:hidden">
            {t.notices.offline}
          </p>
        ) : null}
        {refusal ? (
          <p role="alert" className="text-destructive text-sm print:hidden">
            {formatError(refusal)}
          </p>
        ) : null}
      </div>
      <div
        className={cn(
          'flex min-w-0 flex-col gap-2',
          isOnlyLine && 'md:flex-row md:flex-wrap md:items-center',
        )}
      >
        <ul
          aria-label={t.split}
          className={cn(
            'grid grid-cols-1 content-start gap-1 print:grid-cols-2 print:gap-x-6 print:gap-y-0',
            isOnlyLine ? 'md:min-w-40 md:flex-1' : 'xl:grid-cols-2',
          )}
        >
          {row.lines.map((line) => (
            <BranchLine
              key={line.line.lineId}
              rowLine={line}
              row={row}
              picking={picking}
              isPickable={isPickable}
              isOnlyLine={isOnlyLine}
            />
          ))}
        </ul>
        {isOnlyLine ? controls : null}
      </div>
      {openDialog === 'short' && shortDialog ? (
        <shortDialog.ShortDialog
          row={row}
          kitchen={list.kitchen?._id ?? ''}
          remedies={
            <FairShareLink kitchen={list.kitchen?._id} item={{ _id: item.itemId, name: item.itemName }} />
          }
          onFound={pickFound}
          onOtherLots={hasLots ? () => setOpenDialog('lots') : null}
          onClose={() => setOpenDialog((current) => (current === 'short' ? null : current))}
        />
      ) : null}
      {openDialog === 'lots' && lotsDialog ? (
        <lotsDialog.PickLotsDialog
          row={row}
          day={list.day}
          scannedCode={scannedLot}
          weighed={handledScan?.grams == null ? null : enteredQty}
          onFound={pickFound}
          onClose={() => {
            setOpenDialog(null);
            setScannedLot(null);
          }}
        />
      ) : null}
    </li>
  );
}

function Availability({ row: { available, missing, unit } }: { row: PickListRow }) {
  const t = useMessages(pickMessages);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs">
      <span className="text-muted-foreground">
        {t.available} {available === null ? t.unknown : <Quantity value={available} unit={unit} />}
      </span>
      {missing > 0 ? (
        <span className="inline-flex items-center gap-1 font-medium text-status-amber">
          <TriangleAlert className="size-3.5" aria-hidden="true" />
          {t.missing(formatAmount(missing, unit))}
        </span>
      ) : null}
    </p>
  );
}

/** Proposed lots for the remaining quantity, earliest expiry first. */
function LotPlan({ row, day }: { row: PickListRow; day: string }) {
  const t = useMessages(pickMessages);
  if (row.plan.length === 0 && row.uncovered === 0) return null;
  const validThrough = findLatestValidThrough(row);
  return (
    <div className="text-xs">
      {row.plan.length > 0 ? (
        <>
          <p className="text-muted-foreground">{t.take}</p>
          <ul className="tabular-nums">
            {row.plan.map(({ lot, expiry, qty }) => (
              <li key={lot} className="flex flex-wrap gap-x-2">
                <bdi className="break-words font-medium">{lot || t.noLot}</bdi>
                <bdi>{formatAmount(qty, row.unit)}</bdi>
                <Expiry expiry={expiry} day={day} validThrough={validThrough} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {row.uncovered > 0 ? (
        <p className="text-status-amber">{t.uncovered(formatAmount(row.uncovered, row.unit))}</p>
      ) : null}
    </div>
  );
}

/** Pickers who have claimed lines for the item, with actions to claim, take over and release them. */
function ItemClaims({ row, picking }: { row: PickListRow; picking: PickingActions }) {
  const t = useMessages(pickMessages).claim;
  const { isAlive } = useConnection();
  const { itemName } = row.item;
  const disabledReason = isAlive ? null : t.offline;
  const claimed = row.lines.flatMap(({ otherClaim }) => (otherClaim ? [otherClaim] : []));
  const isMine = row.lines.some((line) => line.isMine);
  const isFree = row.lines.some((line) => line.remaining > 0 && !line.isMine && line.otherClaim === null);
  const [first] = claimed;
  return (
    <>
      {[...new Map(claimed.map((claim) => [claim.userId, claim])).values()].map((claim) => (
        <Pill key={claim.userId} tone="blue" icon={Hand}>
          <span dir="auto">{t.since(claim.userName, formatTime(claim.claimedAt))}</span>
        </Pill>
      ))}
      {isMine ? (
        <>
          <Pill tone="green" icon={Hand}>
            {t.mine}
          </Pill>
          <GuardedButton
            variant="ghost"
            disabledReason={disabledReason}
            aria-label={t.releaseLabel(itemName)}
            onClick={() => picking.claim(row, 'release')}
          >
            {t.release}
          </GuardedButton>
        </>
      ) : null}
      {isFree ? (
        <GuardedButton
          disabledReason={disabledReason}
          aria-label={t.takeLabel(itemName)}
          onClick={() => picking.claim(row, 'take')}
        >
          <Hand aria-hidden="true" />
          {t.take}
        </GuardedButton>
      ) : null}
      {first ? (
        <GuardedButton
          disabledReason={disabledReason}
          aria-label={t.takeOverLabel(itemName, first.userName)}
          onClick={() => picking.claim(row, 'takeOver')}
        >
          {t.takeOver}
        </GuardedButton>
      ) : null}
    </>
  );
}

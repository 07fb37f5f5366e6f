import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { toLineQuantities } from '#modules/orders/order-rules.ts';
import type { StockUse } from '../../shapes.ts';
import { computeEffectiveQuantities, getLineRatio } from '#modules/orders/lines.ts';
import { canOpenPage, canRead } from '#core/permissions.ts';
import { computeRoundedDaysOfCover } from '#modules/demand/levels.ts';
import { convertMicro, fromMicro } from '#core/quantity.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { stockUseQuery } from '../queries/stock.ts';
import { useStockCard } from '../queries/use-stock-card.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { StockLedger } from '#modules/stock-ledger/web/stock-ledger.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { stockMessages } from './messages.ts';
import { StatePill } from './state-pill.tsx';
import { formatDaysOfCover, type StockLine } from './stock-rows.ts';
import { formatLevels } from './stock-table.tsx';

/** Lots are loaded when a card is opened. */
const LotsAtLocation = lazyView(
  async () => (await import('#modules/lots/web/location-lots.tsx')).LocationLots,
);

interface StockCardPanelProps {
  itemId: string;
  /** Defaults to the first location that has the item. */
  placeId: string | undefined;
  /** `lots` shows the lots first. */
  part?: string | undefined;
  /** Every row that the user may see. */
  lines: readonly StockLine[];
  onPlace(placeId: string): void;
  onClose(): void;
}

/** Panel for one item at one location, with its own URL. */
export function StockCardPanel({ itemId, placeId, part, lines, onPlace, onClose }: StockCardPanelProps) {
  const t = useMessages(stockMessages).card;
  const places = lines.filter((line) => line.itemId === itemId);
  const line = places.find((candidate) => candidate.placeId === placeId) ?? (placeId ? null : places[0]);
  const { itemName, itemCode } = line ?? places[0] ?? {};
  const description = [itemCode, line?.placeName].filter(Boolean).join(' · ');
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent title={itemName ?? t.unknown} description={description}>
        <div className="flex flex-col gap-6">
          {line ? (
            <OpenCard
              key={line.key}
              line={line}
              places={places}
              showsLotsFirst={part === 'lots'}
              onPlace={onPlace}
            />
          ) : (
            <>
              <EmptyState icon={PackageOpen} title={t.none} />
              {places.length === 0 ? null : (
                <PlaceList lines={places} placeId={placeId ?? ''} onPlace={onPlace} />
              )}
            </>
          )}
        </div>
      </SheetContent>
    </Dialog>
  );
}

interface OpenCardProps {
  line: StockLine;
  places: readonly StockLine[];
  showsLotsFirst: boolean;
  onPlace(placeId: string): void;
}

function OpenCard({ line, places, showsLotsFirst, onPlace }: OpenCardProps) {
  const getLocationName = useLocationNames();
  const card = useStockCard(line.itemId, line.placeId);
  const { data: usage } = useQuery(stockUseQuery(line.itemId, line.placeId));
  const lots = (
    // A separate boundary: otherwise the whole page would be hidden while the lots load, and the row would
    // lose focus.
    <Suspense>
      <LotsAtLocation itemId={line.itemId} placeId={line.placeId} unit={line.unit} />
    </Suspense>
  );
  return (
    <>
      {showsLotsFirst ? lots : null}
      <StockFacts line={line} usage={usage ?? null} />
      {places.length > 1 ? <PlaceList lines={places} placeId={line.placeId} onPlace={onPlace} /> : null}
      <DemandList line={line} />
      {showsLotsFirst ? null : lots}
      <StockLedger card={card} unit={line.unit} getLocationName={getLocationName} />
    </>
  );
}

interface StockFactsProps {
  line: StockLine;
  usage: StockUse | null;
}

/** Quantities and values of an item at a location, compared with its levels. */
function StockFacts({ line, usage }: StockFactsProps) {
  const t = useMessages(stockMessages).card;
  const money = useMoney();
  const showsCosts = canRead(useUser(), 'costs');
  const cover = computeRoundedDaysOfCover(line.available, usage?.perDay ?? null);
  const onHandFacts = [
    [t.facts.onHand, line.onHand, line.pieces],
    [t.facts.reserved, line.reserved],
    [t.facts.available, line.available],
  ] as const;
  const quantities = [
    ...(line.state === 'counting' ? [] : onHandFacts),
    [t.facts.inTransit, line.inTransit],
    [t.facts.onOrder, line.onOrder],
    [t.facts.onHold, line.onHold],
  ] as const;
  const levels = formatLevels(line);
  return (
    <div className="flex flex-col gap-2">
      <div>
        <StatePill state={line.state} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-3">
        {quantities.map(([label, value, pieces]) => (
          <Fact key={label} label={label} value={formatAmount(value, line.unit, pieces)} />
        ))}
        {levels === '' ? null : <Fact label={t.facts.levels} value={levels} />}
        {cover === null || usage === null ? null : (
          <Fact
            label={t.facts.cover}
            value={t.cover(formatDaysOfCover(cover))}
            hint={t.coverHint[usage.basis](
              formatAmount(Number(usage.perDay.toPrecision(2)), line.unit),
              String(usage.days),
            )}
          />
        )}
        {showsCosts && line.onHand !== 0 ? (
          <Fact label={t.facts.avgCost} value={money.unitCost(line.value / line.onHand)} />
        ) : null}
        {showsCosts && line.state !== 'counting' ? (
          <Fact label={t.facts.value} value={money(line.value)} />
        ) : null}
      </dl>
    </div>
  );
}

function Fact({ label, value, hint }: { label: string; value: ReactNode; hint?: string }) {
  return (
    <div>
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
      {hint ? <dd className="text-muted-foreground text-xs">{hint}</dd> : null}
    </div>
  );
}

interface PlaceListProps {
  /** The item at every location that the user may see. */
  lines: readonly StockLine[];
  placeId: string;
  onPlace(placeId: string): void;
}

/** Quantity of the item by location; selecting one shows its ledger. */
function PlaceList({ lines, placeId, onPlace }: PlaceListProps) {
  const t = useMessages(stockMessages).card;
  return (
    <section>
      <h3 className="pb-1 font-semibold text-sm">{t.places}</h3>
      <ul className="divide-y rounded-md border">
        {lines.map((line) => (
          <li key={line.placeId}>
            <button
              type="button"
              aria-current={line.placeId === placeId}
              onClick={() => onPlace(line.placeId)}
              className={cn(
                'flex min-h-9 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-1 text-start text-sm hover:bg-accent/50 touch:min-h-11',
                line.placeId === placeId && 'bg-selected font-medium',
              )}
            >
              <span>{line.placeName}</span>
              <span className="flex items-center gap-3 tabular-nums">
                {line.state === 'ok' ? null : <StatePill state={line.state} />}
                {line.state === 'counting' ? null : formatAmount(line.onHand, line.unit, line.pieces)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Orders in process that need the item, with quantities; renders nothing without reservations. */
function DemandList({ line }: { line: StockLine }) {
  const t = useMessages(stockMessages).card;
  const user = useUser();
  const isReserved = line.reserved > 0 && canRead(user, 'orders');
  const orders = useQuery({
    ...ordersQuery({ status: 'Under Process', view: 'full', kitchen: line.placeId, limit: 200 }),
    enabled: isReserved,
  });
  const rows = orders.data ? getOrderDemands(orders.data.rows, line.itemId, line.placeId) : [];
  if (!isReserved || rows.length === 0) return null;
  const canOpen = canOpenPage(user, '/central-kitchen/order-processing-prep');
  return (
    <section>
      <h3 className="pb-1 font-semibold text-sm">{t.reservations}</h3>
      <ul className="divide-y text-sm">
        {rows.map((row) => (
          <li key={row.orderId} className="flex items-center justify-between gap-3 py-2">
            {canOpen ? (
              <Link
                to="/central-kitchen/order-processing-prep"
                search={{ order: row.orderId }}
                className="text-primary underline-offset-4 hover:underline"
              >
                {t.reservation(row.branchName, row.orderNo)}
              </Link>
            ) : (
              <span>{t.reservation(row.branchName, row.orderNo)}</span>
            )}
            <bdi className="shrink-0 tabular-nums">
              {formatQuantity(row.required, line.unit)}{' '}
              <span className="text-muted-foreground text-xs">{formatUnitName(row.required, line.unit)}</span>
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Quantity of an item that an order in process needs from its kitchen, in base units. */
interface OrderDemand {
  orderId: string;
  orderNo: string;
  branchName: string;
  required: number;
}

/** Returns the demand of a kitchen's orders for an item; several lines of one order are combined. */
function getOrderDemands(orders: readonly OrderRecord[], itemId: string, kitchen: string): OrderDemand[] {
  return orders.flatMap((order): OrderDemand[] => {
    if (order.kitchen !== kitchen) return [];
    const wantedMicro = (order.items ?? [])
      .filter((line) => line.itemId === itemId)
      .reduce(
        (sum, line) =>
          sum +
          convertMicro(computeEffectiveQuantities(toLineQuantities(line)).shippedMicro, getLineRatio(line)),
        0,
      );
    const { _id: orderId, orderNo, branchName } = order;
    return wantedMicro > 0 ? [{ orderId, orderNo, branchName, required: fromMicro(wantedMicro) }] : [];
  });
}

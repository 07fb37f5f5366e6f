import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  ArrowDown,
  ArrowLeftRight,
  ChevronsDown,
  CircleSlash,
  ClipboardCheck,
  type LucideIcon,
  PackageOpen,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { canOpenPage, canWrite } from '#core/permissions.ts';
import { getStockState, type StockState, stockStates } from '#modules/stock/stock-state.ts';
import { wastageQuery } from '#modules/wastage/web/queries.ts';
import { compactLevelsQuery } from '#modules/item-levels/web/queries/item-levels.ts';
import { type CompactLevel } from '#modules/item-levels/shapes.ts';
import { type CompactItem, compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { type Unit, unitsQuery } from '#modules/units/web/queries/units.ts';
import { type CompactStock, compactStockQuery } from '#modules/stock/web/queries/stock.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { RevealWhenLoaded } from '#platform/web/layout/reveal-when-loaded.tsx';
import { Pill, type Tone } from '#platform/web/ui/pill.tsx';
import { formatCount, formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { addDays } from '#core/day.ts';
import { useToday } from '#platform/web/use-today.ts';
import { BranchScreen } from '../branch-home/branch-screen.tsx';
import { DeliveriesCard } from '../branch-home/deliveries-card.tsx';
import { homeMessages } from '../branch-home/messages.ts';
import { cardGrid, footLink, ListCard, LinkArrow, CardSkeletons } from '../branch-home/list-card.tsx';
import { useBranchOrders } from '../branch-home/use-branch-orders.ts';

const route = getRouteApi('/_shell/branch-order/inventory-control');

const controlLinks = [
  { to: '/branch-order/receiving-order', name: 'receivingOrder', text: 'receive', icon: PackageOpen },
  { to: '/branch-order/stock-count', name: 'stockCount', text: 'count', icon: ClipboardCheck },
  { to: '/branch-order/wastage', name: 'wastage', text: 'waste', icon: Trash2 },
  {
    to: '/branch-order/inventory-control/transfers',
    name: 'transfers',
    text: 'transfers',
    icon: ArrowLeftRight,
  },
] as const;

/** `/branch-order/inventory-control`: stock tasks of a branch, with links to counts, deliveries and waste. */
export function InventoryControlPage() {
  const t = useMessages(homeMessages).inventory;
  return (
    <BranchScreen
      title={useMessages(pageMessages).inventoryControl}
      requestedBranch={route.useSearch().branch}
      context={(branch) => t.context(branch.name)}
    >
      {(branch) => (
        <div className="flex flex-col gap-4">
          <ControlLinks />
          <ControlCards key={branch._id} branch={branch._id} />
        </div>
      )}
    </BranchScreen>
  );
}

function ControlLinks() {
  const t = useMessages(homeMessages).inventory;
  const pages = useMessages(pageMessages);
  const user = useUser();
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {controlLinks
        .filter(({ to }) => canOpenPage(user, to))
        .map(({ to, name, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-16 items-center gap-3 rounded-lg border bg-card px-4 py-3 hover:bg-accent"
            >
              <Icon className="size-5 shrink-0 text-primary" aria-hidden="true" />
              <span>
                <span className="block font-medium">{pages[name]}</span>
                <span className="block text-muted-foreground text-xs">{t[text]}</span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  );
}

function ControlCards({ branch }: { branch: string }) {
  const orders = useBranchOrders(branch);
  return (
    <RevealWhenLoaded placeholder={<CardSkeletons count="three" />}>
      <div className={cardGrid.three}>
        <DeliveriesCard orders={orders} />
        <LowCard branch={branch} />
        <WastageCard branch={branch} />
      </div>
    </RevealWhenLoaded>
  );
}

const maxLowItems = 10;

/** The branch's low stock, most severe first. */
function LowCard({ branch }: { branch: string }) {
  const t = useMessages(homeMessages).low;
  const user = useUser();
  const stock = useQuery({ ...compactStockQuery({ placeId: branch }), refetchOnMount: 'always' });
  const levels = useQuery(compactLevelsQuery());
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const hasFailed = [stock, levels, items, units].some((query) => query.isError && !query.data);
  const lowItems =
    stock.data && levels.data && items.data && units.data
      ? findLowStock(branch, {
          stock: stock.data.rows,
          levels: levels.data,
          items: items.data,
          units: units.data,
        })
      : null;
  return (
    <ListCard
      title={t.title}
      figure={
        lowItems && lowItems.length > 0 ? (
          <span className="text-sm tabular-nums">{formatCount(lowItems.length)}</span>
        ) : null
      }
      isLoading={lowItems === null && !hasFailed}
      note={hasFailed ? t.failed : lowItems?.length === 0 ? t.none : null}
      footer={
        <>
          {lowItems && lowItems.length > maxLowItems ? (
            <span className="text-muted-foreground">{t.more(lowItems.length - maxLowItems)}</span>
          ) : null}
          {lowItems && lowItems.length > 0 && canOpenPage(user, '/branch-order/create-order') ? (
            <Link to="/branch-order/create-order" search={{ branch }} className={footLink}>
              {t.order}
              <LinkArrow />
            </Link>
          ) : null}
        </>
      }
    >
      {(lowItems ?? []).slice(0, maxLowItems).map((item) => (
        <li
          key={item.itemId}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm"
        >
          <span className="min-w-0">
            <span className="block break-words">{item.name}</span>
            <span className="block text-muted-foreground text-xs tabular-nums">
              {t.row(formatQuantity(item.onHand, item.unit), formatAmount(getTargetLevel(item), item.unit))}
            </span>
          </span>
          <LowPill item={item} />
        </li>
      ))}
    </ListCard>
  );
}

function LowPill({ item: { state } }: { item: LowItem }) {
  const t = useMessages(homeMessages).low.states;
  if (state === 'ok' || state === 'over') return null;
  return <Pill {...lowPills[state]}>{t[state]}</Pill>;
}

function getTargetLevel({ min, par, state }: LowItem): number | null {
  return state === 'belowMin' ? min : (par ?? min);
}

/** An item below par, in its base unit. */
interface LowItem {
  itemId: string;
  name: string;
  unit: string;
  onHand: number;
  min: number | null;
  par: number | null;
  state: StockState;
}

interface Sources {
  levels: readonly CompactLevel[];
  stock: readonly CompactStock[];
  items: readonly CompactItem[];
  units: readonly Unit[];
}

const lowStates: ReadonlySet<StockState> = new Set(['negative', 'out', 'belowMin', 'belowPar']);

/** Returns the items below par, most severe first, then by the ratio of stock to par. */
function findLowStock(branch: string, { levels, stock, items, units }: Sources): LowItem[] {
  const branchStock = stock.filter(({ placeId }) => placeId === branch);
  const onHandByItem = new Map(branchStock.map(({ itemId, onHand }) => [itemId, onHand]));
  // Items that are counted blind are omitted, because their stock is hidden.
  const hiddenItems = new Set(branchStock.filter(({ isHidden }) => isHidden).map(({ itemId }) => itemId));
  const itemById = new Map(items.map((item) => [item._id, item]));
  const symbols = new Map(units.map(({ _id, symbol }) => [_id, symbol]));
  return levels
    .filter(
      ({ branchId, itemId }) =>
        branchId === branch && itemById.get(itemId)?.isActive && !hiddenItems.has(itemId),
    )
    .flatMap(({ itemId, min, par, max }): LowItem[] => {
      const item = itemById.get(itemId);
      const onHand = onHandByItem.get(itemId) ?? 0;
      const state = getStockState({ onHand, min, par, max });
      const unit = symbols.get(item?.baseUnit ?? '') ?? '';
      return lowStates.has(state)
        ? [{ itemId, name: item?.name ?? itemId, unit, onHand, min, par, state }]
        : [];
    })
    .toSorted(
      (a, b) =>
        getSeverity(a) - getSeverity(b) || getParRatio(a) - getParRatio(b) || a.name.localeCompare(b.name),
    );
}

const getSeverity = ({ state }: LowItem) => stockStates.indexOf(state);
const getParRatio = ({ onHand, par }: LowItem) => (par ? onHand / par : 1);

const lowPills = {
  negative: { tone: 'red', icon: TriangleAlert },
  out: { tone: 'red', icon: CircleSlash },
  belowMin: { tone: 'red', icon: ChevronsDown },
  belowPar: { tone: 'amber', icon: ArrowDown },
} satisfies Record<string, { tone: Tone; icon: LucideIcon }>;

const maxWasteRecords = 5;

/** The branch's waste in the last seven days. */
function WastageCard({ branch }: { branch: string }) {
  const t = useMessages(homeMessages).wastage;
  const money = useMoney();
  const user = useUser();
  const from = addDays(useToday(), -7);
  const wastage = useQuery({
    ...wastageQuery({ branch, from, status: 'Posted', limit: 500 }),
    refetchOnMount: 'always',
  });
  const records = wastage.data?.rows ?? [];
  const cost = records.reduce((sum, record) => sum + record.cost, 0);
  const canOpenWastage = canOpenPage(user, '/branch-order/wastage');
  return (
    <ListCard
      title={t.title}
      figure={
        <span className="text-muted-foreground text-sm">
          <span className="inline-block min-w-10 text-end font-semibold text-foreground tabular-nums">
            {wastage.data ? money(cost) : '–'}
          </span>{' '}
          {t.week}
        </span>
      }
      isLoading={wastage.isPending}
      note={wastage.isError && !wastage.data ? t.failed : records.length === 0 ? t.none : null}
      footer={
        canOpenWastage ? (
          <Link to="/branch-order/wastage" search={{ branch }} className={footLink}>
            {canWrite(user, 'wastage', 'canCreate') ? t.record : t.all}
            <LinkArrow />
          </Link>
        ) : null
      }
    >
      {records.slice(0, maxWasteRecords).map((record) => (
        <li key={record._id} className="flex items-baseline justify-between gap-3 py-2 text-sm">
          <span className="min-w-0">
            <span className="block break-words">
              {record.itemName}{' '}
              <span className="whitespace-nowrap text-muted-foreground tabular-nums">
                {formatAmount(record.qty, record.unitSymbol)}
              </span>
            </span>
            <span className="block text-muted-foreground text-xs">{formatDay(record.dateTime)}</span>
          </span>
          <span className="tabular-nums">{money(record.cost)}</span>
        </li>
      ))}
    </ListCard>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { compactLevelsQuery } from '#src/collections/items/item-levels.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';
import { compactStockQuery } from '#src/collections/stock/stock.ts';
import { unitsQuery } from '#src/collections/items/units.ts';
import { Pill } from '#src/components/ui/pill.tsx';
import { formatCount, formatQuantity } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { homeMessages } from '../branch-home/home-messages.ts';
import { footLink, ListCard, OnArrow } from '../branch-home/list-card.tsx';
import { type LowItem, lowStock } from './low-stock.ts';
import { lowLooks } from './low-looks.ts';

const shown = 10;

/** What the branch runs low of, the worst first. */
export function LowCard({ branch }: { branch: string }) {
  const t = useMessages(homeMessages).low;
  const user = useUser();
  const stock = useQuery({ ...compactStockQuery({ placeId: branch }), refetchOnMount: 'always' });
  const levels = useQuery(compactLevelsQuery());
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const failed = [stock, levels, items, units].some((query) => query.isError && !query.data);
  const low =
    stock.data && levels.data && items.data && units.data
      ? lowStock(branch, {
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
        low && low.length > 0 ? <span className="text-sm tabular-nums">{formatCount(low.length)}</span> : null
      }
      isLoading={low === null && !failed}
      note={failed ? t.failed : low?.length === 0 ? t.none : null}
      footer={
        <>
          {low && low.length > shown ? (
            <span className="text-muted-foreground">{t.more(low.length - shown)}</span>
          ) : null}
          {low && low.length > 0 && canOpenPage(user, '/branch-order/create-order') ? (
            <Link to="/branch-order/create-order" search={{ branch }} className={footLink}>
              {t.order}
              <OnArrow />
            </Link>
          ) : null}
        </>
      }
    >
      {(low ?? []).slice(0, shown).map((item) => (
        <li
          key={item.itemId}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm"
        >
          <span className="min-w-0">
            <span className="block break-words">{item.name}</span>
            <span className="block text-muted-foreground text-xs tabular-nums">
              {t.row(formatQuantity(item.onHand), formatAmount(wanted(item), item.unit))}
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
  return <Pill {...lowLooks[state]}>{t[state]}</Pill>;
}

function wanted({ min, par, state }: LowItem): number | null {
  return state === 'belowMin' ? min : (par ?? min);
}

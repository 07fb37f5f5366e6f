import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readNumberValue, readRecord, readReference } from '#platform/shapes/tolerant.ts';
import { canWrite } from '#core/permissions.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import {
  readCurrentRow,
  cacheWrittenRow,
  sendRow,
  readRowVersion,
} from '#modules/master-data/web/queries/resource-writes.ts';
import { type ResourceRow, resourceQuery } from '#modules/master-data/web/queries/resources.ts';
import { LearnMore } from '#platform/web/layout/learn-more.tsx';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { saveWithMerge } from '#platform/web/save-with-merge.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency, useMoney } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { branchPriceMessages } from './messages.ts';

const items = { collection: 'items', path: '/items' } as const;
const pageSize = 25;

/** Table for editing each item's fixed transfer price, one row at a time. */
export function FixedPrices() {
  const t = useMessages(branchPriceMessages).items;
  const user = useUser();
  const isLocked = !canWrite(user, 'items', 'canEdit');
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const searchText = q.trim();
  const request = {
    sort: 'name',
    active: true,
    page,
    limit: pageSize,
    ...(searchText === '' ? {} : { q: searchText }),
  };
  const itemsQuery = useQuery({ ...resourceQuery(items, request), placeholderData: keepPreviousData });
  const units = useQuery(unitsQuery());
  const getUnitSymbol = (row: ResourceRow) => {
    const id = readReference(row.values['baseUnit'])?.id;
    return units.data?.find((unit) => unit._id === id)?.symbol ?? '';
  };
  const { data } = itemsQuery;
  return (
    <Card className="flex max-w-3xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base">{t.title}</h2>
        <p className="text-muted-foreground text-sm">{t.about}</p>
        <LearnMore subject={t.title}>
          <p>{t.details}</p>
        </LearnMore>
        {isLocked ? <p className="text-muted-foreground text-sm">{t.locked}</p> : null}
      </div>
      <div role="search">
        <SearchBox
          label={t.search}
          className="max-w-sm"
          value={q}
          onValue={(value) => {
            setQ(value);
            setPage(1);
          }}
        />
      </div>
      {!data && itemsQuery.error ? (
        <LoadFailed title={t.loadFailed} error={itemsQuery.error} onRetry={() => void itemsQuery.refetch()} />
      ) : !data ? (
        <SkeletonRows label={t.loading} rows={6} />
      ) : data.rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">{searchText === '' ? t.none : t.nothingMatches}</p>
      ) : (
        <>
          <CellGrid name="branch-prices">
            <ul aria-label={t.title} data-quantity-grid className="flex flex-col divide-y border-y">
              {data.rows.map((row) => (
                <ItemPrice key={row._id} row={row} unit={getUnitSymbol(row)} isLocked={isLocked} />
              ))}
            </ul>
          </CellGrid>
          <Pager
            page={page}
            pageSize={pageSize}
            rowCount={data.rows.length}
            total={data.total}
            isCapped={data.totalCapped}
            onPage={setPage}
          />
        </>
      )}
    </Card>
  );
}

interface ItemPriceProps {
  row: ResourceRow;
  /** Symbol of the item's base unit. */
  unit: string;
  isLocked: boolean;
}

/** One item with its cost and fixed transfer price; the price is saved on blur. */
function ItemPrice({ row, unit, isLocked }: ItemPriceProps) {
  const t = useMessages(branchPriceMessages).items;
  const money = useMoney();
  const currency = useBaseCurrency();
  const queryClient = useQueryClient();
  /** The entered price and the version it is based on; null without unsaved input. */
  const [draft, setDraft] = useState<{ price: number | null; baseVersion: number | null } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Saves are queued: each is based on the result of the previous one. */
  const saveQueue = useRef(Promise.resolve(row));
  /** The price being saved; Enter followed by blur would submit it twice. */
  const savingPrice = useRef<{ price: number | null } | null>(null);
  const fixedPrice = getFixedPrice(row);
  const itemPrice = readNumberValue(row.values['unitPrice']);
  const price =
    draft !== null && (problem !== null || draft.baseVersion === readRowVersion(row))
      ? draft.price
      : fixedPrice;

  async function save(from: ResourceRow, next: number | null): Promise<ResourceRow> {
    const transferPrice = next === null ? null : { mode: 'fixed', price: next };
    let saved = from;
    try {
      const latest = await saveWithMerge<ResourceRow>(from, {
        async send(base) {
          const options = { idempotencyKey: newUuid(), ifMatch: readRowVersion(base) };
          const result = await sendRow(items, row._id, { transferPrice }, options);
          if (result === null) toast(t.awaitingApproval(row.name));
          saved = result ?? base;
        },
        readCurrent: readCurrentRow,
        canMerge: (current) => getFixedPrice(current) === getFixedPrice(from),
      });
      if (latest !== null) {
        saved = latest;
        setDraft({ price: getFixedPrice(latest), baseVersion: readRowVersion(row) });
        setProblem(t.changedByOther);
      }
      cacheWrittenRow(queryClient, items, saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(getErrorMessage(error, t.notSaved));
    }
    return saved;
  }

  function commit(next: number | null): void {
    if (savingPrice.current?.price === next) return;
    setDraft({ price: next, baseVersion: readRowVersion(row) });
    setProblem(null);
    const sent = { price: next };
    savingPrice.current = sent;
    saveQueue.current = saveQueue.current
      .then((previous) => save(pickNewerRow(previous, row), next))
      .finally(() => {
        if (savingPrice.current === sent) savingPrice.current = null;
      });
  }

  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="break-words text-sm">{row.name}</p>
        <p className="text-muted-foreground text-xs">
          {itemPrice === null ? null : t.itemPrice(money.price(itemPrice), formatUnitName(null, unit))}
        </p>
        {itemPrice === null && price === null ? <Pill tone="amber">{t.unpriced}</Pill> : null}
      </div>
      <QuantityCell
        label={t.priceLabel(row.name, formatUnitName(null, unit))}
        column="price"
        cell={row._id}
        commitOn="leave"
        unit={currency}
        value={price}
        error={problem}
        disabled={isLocked}
        onCommit={commit}
      />
    </li>
  );
}

/** Returns the item's own fixed transfer price; null if it doesn't have one. */
function getFixedPrice({ values }: ResourceRow): number | null {
  const price = readRecord(values['transferPrice']);
  return price['mode'] === 'fixed' ? readNumberValue(price['price']) : null;
}

const pickNewerRow = (row: ResourceRow, other: ResourceRow): ResourceRow =>
  (readRowVersion(row) ?? 0) > (readRowVersion(other) ?? 0) ? row : other;

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PackageOpen } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { foldText } from '#domain/text.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { type GuideItem, suggestionsQuery } from '#src/collections/orders/guide.ts';
import { SearchBox } from '#src/components/form/search-box.tsx';
import { EmptyState, LoadFailed, NothingMatches } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
  numeric,
} from '#src/components/ui/table.tsx';
import { useTyped } from '#src/components/data-table/use-typed.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { unitFor } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { kitchenViewMessages } from './kitchen-view-messages.ts';

/** Rows drawn at first, and with each press of the button below them. */
const shownFirst = 200;

const route = getRouteApi('/_shell/branch-order/central-kitchen');

/** What the branch can order, by section in walk order, and what of it stands at the kitchen. */
export function KitchenItems({ branch }: { branch: string }) {
  const t = useMessages(kitchenViewMessages).items;
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useTyped(
    q,
    (text) => void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true }),
  );
  const items = useQuery(suggestionsQuery(branch));
  const sections = useQuery(activeSectionsQuery());
  const query = useDeferredValue(typed);
  const found = matching(searchable(items.data?.rows ?? []), query);
  const [shown, setShown] = useState({ query, count: shownFirst });
  const count = shown.query === query ? shown.count : shownFirst;
  const groups = [
    ...(sections.data ?? []).toSorted((a, b) => a.sortOrder - b.sortOrder),
    { _id: null, name: t.other },
  ]
    .map(({ _id, name }) => ({
      id: _id ?? 'other',
      name,
      rows: found.filter((row) =>
        _id === null ? !sections.data?.some((each) => each._id === row.section) : row.section === _id,
      ),
    }))
    .filter((group) => group.rows.length > 0);
  const tables = firstRows(groups, count);

  return (
    <section aria-label={t.title} className="min-w-0">
      <div role="search" className="flex flex-wrap items-center gap-3 pb-3">
        <SearchBox
          label={t.search}
          value={typed}
          onValue={setTyped}
          className="min-w-52 flex-1 md:max-w-96"
        />
        <p role="status" className="text-muted-foreground text-sm">
          {items.data ? t.count(found.length) : ''}
        </p>
      </div>
      {items.isPending ? <SkeletonRows label={t.loading} rows={10} /> : null}
      {items.isError && !items.data ? (
        <LoadFailed title={t.failed} error={items.error} onRetry={() => void items.refetch()} />
      ) : null}
      {items.data?.rows.length === 0 ? (
        <EmptyState icon={PackageOpen} title={t.empty} text={t.emptyText} />
      ) : null}
      {items.data && items.data.rows.length > 0 && found.length === 0 ? (
        <NothingMatches title={t.nothingMatches} onClear={() => setTyped('')} />
      ) : null}
      <div className="flex flex-col gap-4">
        {tables.map((group) => (
          <section key={group.id}>
            <h2 className="pb-2 font-semibold text-sm">{group.name}</h2>
            <ItemTable name={group.name} rows={group.rows} />
          </section>
        ))}
        {found.length > count ? (
          <Button className="self-center" onClick={() => setShown({ query, count: count + shownFirst })}>
            {t.more(found.length - count)}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function ItemTable({ name, rows }: { name: string; rows: readonly GuideItem[] }) {
  const t = useMessages(kitchenViewMessages).items;
  return (
    <Table aria-label={name} className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-2/3 sm:w-[44%]">{t.item}</TableHead>
          <TableHead className="max-sm:hidden">{t.unit}</TableHead>
          <TableHead className="text-end max-sm:hidden">{t.step}</TableHead>
          <TableHead className="text-end sm:w-[24%]">{t.kitchen}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.itemId}>
            <TableCell>
              <span className="block break-words">{row.itemName}</span>
              <span className="block text-muted-foreground text-xs">{row.itemCode}</span>
            </TableCell>
            <TableCell className="max-sm:hidden">{unitFor(null, row.unitSymbol)}</TableCell>
            <TableCell className={`${numeric} max-sm:hidden`}>
              {formatQuantity(row.orderMultiple ?? 1)}
            </TableCell>
            <TableCell className={numeric}>
              <AtKitchen row={row} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function AtKitchen({ row: { kitchenAvailable, unitSymbol } }: { row: GuideItem }) {
  const t = useMessages(kitchenViewMessages).items;
  if (kitchenAvailable === null) return <span className="text-muted-foreground">{t.unknown}</span>;
  if (kitchenAvailable <= 0) return <span className="text-status-amber">{t.none}</span>;
  return (
    <>
      {formatQuantity(Math.floor(kitchenAvailable * 100) / 100)}{' '}
      <span className="text-muted-foreground text-xs">{unitFor(kitchenAvailable, unitSymbol)}</span>
    </>
  );
}

interface Searchable {
  row: GuideItem;
  /** Folded. */
  text: string;
}

/** Folded once, not at every key. */
function searchable(rows: readonly GuideItem[]): Searchable[] {
  return rows.map((row) => ({
    row,
    text: foldText(`${row.itemCode} ${row.itemName} ${row.itemNameAlt ?? ''}`),
  }));
}

function matching(rows: readonly Searchable[], query: string): GuideItem[] {
  const words = foldText(query).split(' ').filter(Boolean);
  return rows.filter(({ text }) => words.every((word) => text.includes(word))).map(({ row }) => row);
}

interface Group {
  id: string;
  name: string;
  rows: GuideItem[];
}

/** The groups as far as the first rows of all of them go. */
function firstRows(groups: readonly Group[], count: number): Group[] {
  let left = count;
  return groups.flatMap((group) => {
    const rows = group.rows.slice(0, left);
    left -= rows.length;
    return rows.length > 0 ? [{ ...group, rows }] : [];
  });
}

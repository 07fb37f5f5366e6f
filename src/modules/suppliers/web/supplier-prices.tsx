import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Fragment, useState } from 'react';
import { packagings } from '#modules/packagings/collection.ts';
import { readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import { canRead } from '#core/permissions.ts';
import { allResourceQuery, type ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { numericCell, Table, TableBody, TableCell, TableHead, TableHeader } from '#platform/web/ui/table.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getDefinition } from '#modules/master-data/collections.ts';
import { PriceHistory } from '#modules/items/web/price-history.tsx';
import { useUser } from '#platform/web/session/session.ts';
import { useRowCurrency } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { suppliersMessages } from './messages.ts';

/** The packs that a supplier sells, with their prices. */
export function SupplierPrices({ row }: { row: ResourceRow }) {
  const t = useMessages(suppliersMessages).supplier;
  const query = useQuery(allResourceQuery(packagings, { supplierId: row._id, active: true }));
  const names = useNames(['items', 'units']);
  const seesPrices = canRead(useUser(), 'costs');
  const [shownPackId, setShownPackId] = useState<string | null>(null);
  const money = getMoneyFormat(useRowCurrency(getDefinition('suppliers'), ['minOrderValue'])(row.values));
  if (query.error && !query.data) {
    return <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonRows label={t.loading} />;
  const packs = query.data.rows
    .filter(({ values }) => values['supplierId'] === row._id)
    .map((pack) => ({
      pack,
      item: names.getName('items', pack.values['itemId']),
      contents: `${formatQuantity(readNumberValue(pack.values['contentsQty']))} ${names.getName('units', pack.values['unit'])}`,
    }))
    .toSorted((a, b) => a.item.localeCompare(b.item));
  if (packs.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  return (
    <Table aria-label={t.label}>
      <TableHeader>
        <tr>
          <TableHead>{t.pack}</TableHead>
          <TableHead className={cn(numericCell, 'max-sm:hidden')}>{t.contents}</TableHead>
          <TableHead className={numericCell}>{t.price}</TableHead>
          {seesPrices ? <TableHead /> : null}
        </tr>
      </TableHeader>
      <TableBody>
        {packs.map(({ pack, pack: { _id, name, values }, item, contents }) => (
          <Fragment key={_id}>
            <tr className="border-b last:border-0">
              <TableCell className="whitespace-normal py-2">
                <bdi className="block font-medium">{item}</bdi>
                <span className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
                  <bdi>{name}</bdi>
                  <span className="sm:hidden">{contents}</span>
                  {values['preferred'] === true ? <Pill>{t.preferred}</Pill> : null}
                </span>
              </TableCell>
              <TableCell className={cn(numericCell, 'max-sm:hidden')}>{contents}</TableCell>
              <TableCell className={numericCell}>
                {money.price(readNumberValue(values['price']))}
                {readText(values['priceDate']) ? (
                  <span className="block text-muted-foreground text-xs">
                    {t.since(formatDate(readText(values['priceDate'])))}
                  </span>
                ) : null}
              </TableCell>
              {seesPrices ? (
                <TableCell className="w-10">
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={t.pricesOf(name)}
                    aria-expanded={shownPackId === _id}
                    onClick={() => setShownPackId(shownPackId === _id ? null : _id)}
                  >
                    <History aria-hidden="true" />
                  </Button>
                </TableCell>
              ) : null}
            </tr>
            {shownPackId === _id ? (
              <tr>
                {/* As wide as the panel, so that the chart fits and the table scrolls. */}
                <td colSpan={4} className="max-w-0 px-3 pb-3">
                  <PriceHistory row={pack} />
                </td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </TableBody>
    </Table>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Package } from 'lucide-react';
import { canOpenPage, canRead } from '#core/permissions.ts';
import type { StockRow } from '#modules/stock/shapes.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { itemStockQuery } from '#modules/stock/web/queries/stock.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import {
  numericCell,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#platform/web/ui/table.tsx';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatUnitName, formatUnitWithPieces } from '#platform/web/format/unit.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { itemMessages } from './messages.ts';

/** Stock and value of the item by location. */
export function StockTab({ row }: { row: ResourceRow }) {
  const t = useMessages(itemMessages);
  const getName = useLocationNames();
  const user = useUser();
  const money = useMoney();
  const { data, error, refetch } = useQuery(itemStockQuery(row._id));
  if (!data) {
    return error ? (
      <LoadFailed title={t.partFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.place.label} rows={6} />
    );
  }
  const rows = data.filter(({ onHand, reserved }) => onHand !== 0 || reserved !== 0);
  if (rows.length === 0) return <EmptyState icon={Package} title={t.place.none} text={t.place.noneText} />;
  const canSeeCosts = canRead(user, 'costs');
  const unit = rows[0]?.unitSymbol ?? '';
  const sum = (select: (row: StockRow) => number) =>
    Math.round(rows.reduce((total, row) => total + select(row), 0) * 1e6) / 1e6;
  return (
    <div className="flex flex-col items-start gap-3">
      <Table aria-label={t.place.label}>
        <TableHeader>
          <tr>
            <TableHead className="sticky start-0 bg-card">{t.place.place}</TableHead>
            <TableHead className={numericCell}>{t.place.onHand}</TableHead>
            <TableHead className={numericCell}>{t.place.reserved}</TableHead>
            <TableHead className={numericCell}>{t.place.available}</TableHead>
            {canSeeCosts ? <TableHead className={numericCell}>{t.place.avgCost}</TableHead> : null}
            {canSeeCosts ? <TableHead className={numericCell}>{t.place.value}</TableHead> : null}
          </tr>
        </TableHeader>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.placeId}>
              <TableCell className="sticky start-0 max-w-36 bg-card">
                <Link
                  to="."
                  search={{ tab: 'ledger', place: row.placeId }}
                  aria-label={t.place.openLedger(getName(row.placeId, row.placeName))}
                  className="text-primary underline-offset-4 hover:underline"
                >
                  <bdi>{getName(row.placeId, row.placeName)}</bdi>
                </Link>
              </TableCell>
              <TableCell className={numericCell}>
                <bdi>
                  {formatQuantity(row.onHand, unit)}{' '}
                  <span className="text-muted-foreground text-xs">
                    {formatUnitWithPieces(row.onHand, unit, row.pieces)}
                  </span>
                </bdi>
              </TableCell>
              <TableCell className={numericCell}>{formatQuantity(row.reserved, unit)}</TableCell>
              <TableCell className={numericCell}>{formatQuantity(row.available, unit)}</TableCell>
              {canSeeCosts ? (
                <TableCell className={numericCell}>{money.unitCost(row.avgCost)}</TableCell>
              ) : null}
              {canSeeCosts ? <TableCell className={numericCell}>{money(row.value)}</TableCell> : null}
            </TableRow>
          ))}
        </TableBody>
        <tfoot>
          <tr className="border-t font-medium">
            <th scope="row" className="sticky start-0 h-9 bg-card px-3 text-start font-medium">
              {t.place.total}
            </th>
            <TableCell className={numericCell}>
              <bdi>
                {formatQuantity(
                  sum(({ onHand }) => onHand),
                  unit,
                )}{' '}
                <span className="text-muted-foreground text-xs">{formatUnitName(null, unit)}</span>
              </bdi>
            </TableCell>
            <TableCell className={numericCell}>
              {formatQuantity(
                sum(({ reserved }) => reserved),
                unit,
              )}
            </TableCell>
            <TableCell className={numericCell}>
              {formatQuantity(
                sum(({ available }) => available),
                unit,
              )}
            </TableCell>
            {canSeeCosts ? <TableCell /> : null}
            {canSeeCosts ? (
              <TableCell className={numericCell}>{money(sum(({ value }) => value ?? 0))}</TableCell>
            ) : null}
          </tr>
        </tfoot>
      </Table>
      {canOpenPage(user, '/inventory') ? (
        <Button asChild>
          <Link to="/inventory" search={{ q: row.name }}>
            {t.inventory}
          </Link>
        </Button>
      ) : null}
    </div>
  );
}

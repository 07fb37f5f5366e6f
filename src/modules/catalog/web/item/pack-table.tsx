import { useQuery } from '@tanstack/react-query';
import { History, Pencil } from 'lucide-react';
import { Fragment, useState } from 'react';
import { readBoolean, readNumberValue, readReference, readText } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import {
  numericCell,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#platform/web/ui/table.tsx';
import { missingValue, formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { formatPrice, formatUnitCost } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { useRowCurrency } from '#modules/master-data/web/references/row-currency.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { readConversionLines, isComplete, getConversionRatio } from '#modules/items/web/conversion-ratio.ts';
import { PriceHistory } from '#modules/items/web/price-history.tsx';
import { useUser } from '#platform/web/session/session.ts';
import { canRead } from '#core/permissions.ts';
import { itemMessages } from './messages.ts';

interface PackTableProps {
  item: ResourceRow;
  packs: readonly ResourceRow[];
  /** Omitted for a read-only table. */
  onEdit: ((pack: ResourceRow) => void) | undefined;
}

/** Packs of an item, preferred one first, with the price per base unit. */
export function PackTable({ item, packs, onEdit }: PackTableProps) {
  const t = useMessages(itemMessages).pack;
  const names = useNames(['suppliers', 'units']);
  const getCurrency = useRowCurrency(packagings, ['price']);
  const units = useQuery(unitsQuery()).data ?? [];
  const canSeePrices = canRead(useUser(), 'costs');
  const [openHistoryId, setOpenHistoryId] = useState<string | null>(null);
  const base = readReference(item.values['baseUnit'])?.id ?? '';
  const baseSymbol = units.find(({ _id }) => _id === base)?.symbol ?? '';
  const conversions = readConversionLines(item.values['conversions']).filter(isComplete);
  const computeUnitPrice = ({ values }: ResourceRow): number | null => {
    const ratio = getConversionRatio(readReference(values['unit'])?.id ?? '', base, units, conversions);
    const [price, contents] = [readNumberValue(values['price']), readNumberValue(values['contentsQty'])];
    return ratio && price !== null && contents ? (price * ratio.den) / (contents * ratio.num) : null;
  };
  const isPreferred = ({ values }: ResourceRow) => readBoolean(values['preferred']);
  const sorted = packs.toSorted(
    (a, b) =>
      Number(b.isActive) - Number(a.isActive) ||
      Number(isPreferred(b)) - Number(isPreferred(a)) ||
      a.name.localeCompare(b.name),
  );
  return (
    <div className="@container">
      <Table aria-label={t.label}>
        <TableHeader>
          <tr>
            <TableHead className="sticky start-0 bg-card">{t.nameAndSupplier}</TableHead>
            <TableHead className={numericCell}>{t.contents}</TableHead>
            <TableHead className={numericCell}>{t.price}</TableHead>
            <TableHead className={numericCell}>{t.perUnit(formatUnitName(null, baseSymbol))}</TableHead>
            <TableHead>{t.priceDate}</TableHead>
            <TableHead>{t.barcode}</TableHead>
            <TableHead className="relative">
              <span className="sr-only">{t.actions}</span>
            </TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {sorted.map((pack) => {
            const { _id, name, isActive, values } = pack;
            const isHistoryOpen = openHistoryId === _id;
            return (
              <Fragment key={_id}>
                <TableRow>
                  <TableCell className="sticky start-0 max-w-36 bg-card md:max-w-none">
                    <span className="flex flex-wrap items-center gap-2">
                      <bdi>{name}</bdi>
                      {isPreferred(pack) ? <Pill tone="green">{t.preferred}</Pill> : null}
                      {isActive ? null : <Pill>{t.archived}</Pill>}
                    </span>
                    <bdi className="text-muted-foreground text-xs">
                      {names.getName('suppliers', values['supplierId'])}
                    </bdi>
                  </TableCell>
                  <TableCell className={numericCell}>
                    {formatQuantity(readNumberValue(values['contentsQty']))}{' '}
                    {names.getName('units', values['unit'])}
                  </TableCell>
                  <TableCell className={numericCell}>
                    {formatPrice(readNumberValue(values['price']), getCurrency(values))}
                  </TableCell>
                  <TableCell className={numericCell}>
                    {formatUnitCost(computeUnitPrice(pack), getCurrency(values))}
                  </TableCell>
                  <TableCell className="whitespace-nowrap">
                    {formatDate(readText(values['priceDate']))}
                  </TableCell>
                  <TableCell className="tabular-nums">
                    {readText(values['barcode']) ?? missingValue}
                  </TableCell>
                  <TableCell>
                    <span className="flex justify-end gap-1">
                      {canSeePrices ? (
                        <Button
                          size="icon"
                          variant="ghost"
                          aria-label={t.pricesOf(name)}
                          aria-expanded={isHistoryOpen}
                          onClick={() => setOpenHistoryId(isHistoryOpen ? null : _id)}
                        >
                          <History aria-hidden="true" />
                        </Button>
                      ) : null}
                      {onEdit ? (
                        <Button
                          size="icon"
                          variant="ghost"
                          aria-label={t.edit(name)}
                          onClick={() => onEdit(pack)}
                        >
                          <Pencil aria-hidden="true" />
                        </Button>
                      ) : null}
                    </span>
                  </TableCell>
                </TableRow>
                {isHistoryOpen ? (
                  <tr>
                    {/* On phones the table is wider than the viewport; the price history stays within it. */}
                    <td colSpan={7} className="px-3 pb-3">
                      <div className="sticky start-3 w-[calc(100cqi-1.5rem)]">
                        <PriceHistory row={pack} />
                      </div>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </TableBody>
      </Table>
    </div>
  );
}

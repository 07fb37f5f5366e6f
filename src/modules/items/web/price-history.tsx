import { useQuery } from '@tanstack/react-query';
import { packagings } from '#modules/packagings/collection.ts';
import { canRead } from '#core/permissions.ts';
import { packPricesQuery } from '#modules/prices/web/queries.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { missingValue, formatDate, formatPercentChange } from '#platform/web/format/format.ts';
import { formatPrice, getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useRowCurrency } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { itemPackMessages } from './pack-messages.ts';
import { PriceChart } from './price-chart.tsx';

/** Price history of a pack with dates, sources and differences. Hidden from users without access to costs. */
export function PriceHistory({ row }: { row: ResourceRow }) {
  const t = useMessages(itemPackMessages).prices;
  const canReadCosts = canRead(useUser(), 'costs');
  const { data, error, refetch } = useQuery({ ...packPricesQuery(row._id), enabled: canReadCosts });
  const currencyOf = useRowCurrency(packagings, ['price']);
  const names = useNames(['suppliers']);
  // Servers without price histories return 404.
  if (!canReadCosts || (error instanceof ApiError && error.status === 404)) return null;
  if (!data) {
    return error ? (
      <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.label} rows={3} />
    );
  }
  // Prices in the same currency share a chart.
  const charts = [
    ...Map.groupBy(
      data.flatMap(({ seq, validFrom, price, source, supplierId }) =>
        validFrom === '' || price === null
          ? []
          : [{ key: String(seq), day: validFrom, price, source, currency: currencyOf({ supplierId }) }],
      ),
      ({ currency }) => currency,
    ),
  ];
  return (
    <section aria-label={t.label} className="flex flex-col gap-2 pt-4">
      <h3 className="font-semibold text-sm">{t.label}</h3>
      {data.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.none}</p>
      ) : (
        <>
          {charts.map(([currency, points]) => (
            <PriceChart
              key={currency}
              title={t.of(row.name)}
              points={points}
              money={getMoneyFormat(currency).price}
            />
          ))}
          <FactTable
            label={t.of(row.name)}
            rows={data}
            getKey={({ seq }) => seq}
            columns={[
              {
                heading: t.from,
                cell: ({ validFrom, isCurrent }) => (
                  <span className="flex items-center gap-2 whitespace-nowrap">
                    {formatDate(validFrom)}
                    {isCurrent ? <Pill tone="green">{t.current}</Pill> : null}
                  </span>
                ),
              },
              {
                heading: t.price,
                isNumeric: true,
                cell: ({ price, supplierId }) => formatPrice(price, currencyOf({ supplierId })),
              },
              {
                heading: t.change,
                isNumeric: true,
                cell: ({ changePercent }) =>
                  changePercent === null ? missingValue : formatPercentChange(changePercent / 100),
              },
              {
                heading: t.supplier,
                cell: ({ supplierId }) => <bdi>{names.getName('suppliers', supplierId)}</bdi>,
              },
              {
                heading: t.source,
                cell: ({ source }) => t.sources[source],
              },
            ]}
          />
        </>
      )}
    </section>
  );
}

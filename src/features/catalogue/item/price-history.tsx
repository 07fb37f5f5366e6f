import { useQuery } from '@tanstack/react-query';
import { packagings } from '#contract/resources/packagings.ts';
import { number } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { rowHistoryQuery } from '#src/collections/master-data/row-history.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { FactTable } from '#src/components/ui/table.tsx';
import { absent, formatInstant, formatPercentChange } from '#src/lib/format/format.ts';
import { moneyIn } from '#src/lib/format/money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useCurrencyOf } from '#src/entities/reference/row-currency.ts';
import { itemMessages } from './messages.ts';

/** Every price a pack has had: when it came, from whom, and by how much it differed from the one before. */
export function PriceHistory({ pack }: { pack: ResourceRow }) {
  const t = useMessages(itemMessages);
  const money = moneyIn(useCurrencyOf(packagings, ['price'])(pack.values));
  const { data, error, refetch } = useQuery(rowHistoryQuery(packagings, pack._id));
  if (!data) {
    return error ? (
      <LoadFailed title={t.partFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.pack.prices} rows={3} />
    );
  }
  const prices = data.flatMap(({ key, at, who, before, after }) => {
    const [was, is] = [number(before['price']), number(after['price'])];
    return was === is ? [] : [{ key, at, who, was, is }];
  });
  if (prices.length === 0) return <p className="text-muted-foreground text-sm">{t.pack.noPrices}</p>;
  return (
    <FactTable
      label={t.pack.pricesOf(pack.name)}
      rows={prices}
      keyOf={({ key }) => key}
      columns={[
        { head: t.pack.changed, cell: ({ at }) => formatInstant(at) },
        { head: t.pack.by, cell: ({ who }) => <bdi>{who ?? absent}</bdi> },
        { head: t.pack.before, isNumeric: true, cell: ({ was }) => money(was) },
        { head: t.pack.after, isNumeric: true, cell: ({ is }) => money(is) },
        {
          head: t.pack.change,
          isNumeric: true,
          cell: ({ was, is }) => (was && is !== null ? formatPercentChange(is / was - 1) : absent),
        },
      ]}
    />
  );
}

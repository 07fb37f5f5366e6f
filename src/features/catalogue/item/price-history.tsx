import { useQuery } from '@tanstack/react-query';
import { packagings } from '#contract/resources/packagings.ts';
import { number } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { rowHistoryQuery } from '#src/collections/row-history.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import {
  numeric,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#src/components/ui/table.tsx';
import { absent, formatInstant, formatMoney, formatPercent } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { itemMessages } from './messages.ts';

/** Every price a pack has had: when it came, from whom, and by how much it differed from the one before. */
export function PriceHistory({ pack }: { pack: ResourceRow }) {
  const t = useMessages(itemMessages);
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
    <Table aria-label={t.pack.pricesOf(pack.name)}>
      <TableHeader>
        <tr>
          <TableHead>{t.pack.changed}</TableHead>
          <TableHead>{t.pack.by}</TableHead>
          <TableHead className={numeric}>{t.pack.before}</TableHead>
          <TableHead className={numeric}>{t.pack.after}</TableHead>
          <TableHead className={numeric}>{t.pack.change}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {prices.map(({ key, at, who, was, is }) => (
          <TableRow key={key}>
            <TableCell>{formatInstant(at)}</TableCell>
            <TableCell>
              <bdi>{who ?? absent}</bdi>
            </TableCell>
            <TableCell className={numeric}>{formatMoney(was)}</TableCell>
            <TableCell className={numeric}>{formatMoney(is)}</TableCell>
            <TableCell className={numeric}>{was && is !== null ? signed(is / was - 1) : absent}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const signed = (share: number) => `${share > 0 ? '+' : ''}${formatPercent(share)}`;

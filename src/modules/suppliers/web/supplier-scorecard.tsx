import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { readNumberValue } from '#platform/shapes/tolerant.ts';
import { canRead } from '#core/permissions.ts';
import { scorecardsQuery } from '#modules/supplier-invoices/web/queries.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { type ScoreKey, buildScoreLinks } from '#modules/purchase-orders/web/score-links.ts';
import {
  missingValue,
  formatCount,
  formatPercent,
  formatPercentChange,
  formatQuantity,
} from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useToday } from '#platform/web/use-today.ts';
import { addDays } from '#core/day.ts';
import { suppliersMessages } from './messages.ts';
import { PeriodFilter } from './period.tsx';

const periodDays = 90;

/** Scorecard of a supplier in a period; each value links to its documents. */
export function SupplierScorecard({ row }: { row: ResourceRow }) {
  const t = useMessages(suppliersMessages).scorecard;
  const user = useUser();
  const today = useToday();
  const [days, setDays] = useState({ from: addDays(today, -periodDays), to: today });
  const canSee = canRead(user, 'supplier-invoices');
  const { data, error, refetch } = useQuery({
    ...scorecardsQuery({ supplier: row._id, ...days }),
    enabled: canSee,
    placeholderData: keepPreviousData,
  });
  if (!canSee) return <p className="text-muted-foreground text-sm">{t.noAccess}</p>;
  const score = data?.find(({ supplier }) => supplier === row._id);
  const links = buildScoreLinks(user, row._id, days);
  const formatShare = (percent: number | null | undefined) =>
    percent == null ? null : formatPercent(percent / 100);
  const agreedLeadTime = readNumberValue(row.values['leadTimeDays']);
  const formatDays = (count: number | null | undefined) =>
    count == null ? null : t.inDays(formatQuantity(count), count);
  const metrics: { key: MetricKey; formatted: string | null; link: LinkProps | null }[] = [
    { key: 'orders', formatted: score ? formatCount(score.orders) : null, link: links.orders },
    { key: 'onTime', formatted: formatShare(score?.onTimePercent), link: links.onTime },
    { key: 'inFull', formatted: formatShare(score?.inFullPercent), link: links.inFull },
    {
      key: 'priceDrift',
      formatted: score?.priceDriftPercent == null ? null : formatPercentChange(score.priceDriftPercent / 100),
      link: links.priceDrift,
    },
    { key: 'rejected', formatted: formatShare(score?.rejectedPercent), link: links.rejected },
    { key: 'daysToDeliver', formatted: formatDays(score?.daysToDeliver), link: links.daysToDeliver },
    { key: 'promised', formatted: formatDays(agreedLeadTime), link: null },
  ];
  return (
    <div className="flex flex-col gap-3">
      <PeriodFilter days={days} label={t.days} fromLabel={t.from} toLabel={t.to} onChange={setDays} />
      {error && !data ? (
        <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={t.loading} />
      ) : (
        <>
          {score ? null : <p className="text-muted-foreground text-sm">{t.none}</p>}
          <FactTable
            label={t.label}
            rows={metrics}
            getKey={({ key }) => key}
            columns={[
              {
                heading: t.metric,
                cell: ({ key }) => (
                  <>
                    <span className="block font-medium">{t.metrics[key]}</span>
                    <span className="block whitespace-normal text-muted-foreground text-xs">
                      {t.descriptions[key]}
                    </span>
                  </>
                ),
              },
              {
                heading: t.value,
                isNumeric: true,
                cell: ({ key, formatted, link }) =>
                  formatted === null ? (
                    <span className="text-muted-foreground">{missingValue}</span>
                  ) : link === null ? (
                    <bdi>{formatted}</bdi>
                  ) : (
                    <Link
                      {...link}
                      aria-label={t.openMetric(t.metrics[key], formatted)}
                      className="font-medium text-primary underline-offset-4 hover:underline touch:-my-3 touch:py-3"
                    >
                      <bdi>{formatted}</bdi>
                    </Link>
                  ),
              },
            ]}
          />
        </>
      )}
    </div>
  );
}

type MetricKey = ScoreKey | 'promised';

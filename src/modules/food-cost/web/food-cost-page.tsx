import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ReceiptText, Store } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FoodCost } from '../shapes.ts';
import { isOwnLocation } from '#core/permissions.ts';
import { type CostBasis, costBases } from '#modules/recipes/recipe-cost.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { countPeriodsQuery, type FoodCostParams, foodCostQuery } from '#modules/sales/web/queries.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { missingValue, formatDay, formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useToday } from '#platform/web/use-today.ts';
import { addDays } from '#core/day.ts';
import { BranchFoodCostTable, MenuEngineeringTable } from './branch-and-menu-tables.tsx';
import { MinimumCoverage } from './minimum-coverage.tsx';
import { CostClassTable, ItemVarianceTable, MissingDataNotes, VarianceTable } from './variance-tables.tsx';
import { foodCostMessages } from './messages.ts';

/**
 * `/costing/food-cost`: theoretical and actual food cost of a branch and period, with the variance by cause
 * and its documents.
 */
export function FoodCostPage() {
  const t = useMessages(foodCostMessages);
  const user = useUser();
  const today = useToday();
  const search = useSearch({ from: '/_shell/costing_/food-cost' });
  const navigate = useNavigate();
  const branches = useQuery(branchesQuery());
  const ownBranches = (branches.data ?? []).filter(
    ({ _id, isActive, type }) => isActive && type === 'branch' && isOwnLocation(user, _id),
  );
  const branch = ownBranches.find(({ _id }) => _id === search.branch) ?? ownBranches[0];
  const periods = useQuery({ ...countPeriodsQuery(branch?._id ?? ''), enabled: branch !== undefined });
  const latestPeriod = periods.data?.[0];
  const basis = costBases.find((costBasis) => costBasis === search.basis) ?? 'list';
  const from = search.from ?? latestPeriod?.from ?? addDays(today, -6);
  const to = search.to ?? latestPeriod?.to ?? today;
  const setSearch = (changes: Partial<Record<'branch' | 'from' | 'to' | 'basis', string>>) =>
    void navigate({
      to: '/costing/food-cost',
      search: { branch: branch?._id ?? '', from, to, basis, ...changes },
      replace: true,
    });
  const selectedPeriod = (periods.data ?? []).find((period) => period.from === from && period.to === to);
  return (
    <Page>
      <PageHeader title={t.title} context={t.context} />
      {branches.isPending ? (
        <SkeletonRows label={t.loading} rows={6} />
      ) : branches.isError ? (
        <LoadFailed title={t.failed} error={branches.error} onRetry={() => void branches.refetch()} />
      ) : branch === undefined ? (
        <EmptyState icon={Store} title={t.noBranch} />
      ) : (
        <div className="flex flex-col gap-6">
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5 print:hidden">
            <Field label={t.branch}>
              {(control) => (
                <Select
                  {...control}
                  value={branch._id}
                  onChange={(event) =>
                    void navigate({
                      to: '/costing/food-cost',
                      search: { branch: event.target.value, basis },
                      replace: true,
                    })
                  }
                >
                  {ownBranches.map(({ _id, name }) => (
                    <option key={_id} value={_id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t.period}>
              {(control) => (
                <Select
                  {...control}
                  value={selectedPeriod?.countId ?? ''}
                  onChange={(event) => {
                    const period = periods.data?.find(({ countId }) => countId === event.target.value);
                    if (period) setSearch({ from: period.from, to: period.to });
                  }}
                >
                  <option value="">{t.ownPeriod}</option>
                  {(periods.data ?? []).map(({ countId, count, ...days }) => (
                    <option key={countId} value={countId}>
                      {t.periodOf(formatDay(days.from), formatDay(days.to), count)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t.from}>
              {(control) => (
                <DateInput
                  {...control}
                  value={from}
                  max={to}
                  onChange={(event) =>
                    event.target.value ? setSearch({ from: event.target.value }) : undefined
                  }
                />
              )}
            </Field>
            <Field label={t.to}>
              {(control) => (
                <DateInput
                  {...control}
                  value={to}
                  min={from}
                  onChange={(event) =>
                    event.target.value ? setSearch({ to: event.target.value }) : undefined
                  }
                />
              )}
            </Field>
            <Field label={t.basis}>
              {(control) => (
                <Select
                  {...control}
                  value={basis}
                  onChange={(event) => setSearch({ basis: event.target.value })}
                >
                  {costBases.map((costBasis: CostBasis) => (
                    <option key={costBasis} value={costBasis}>
                      {t.bases[costBasis]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          {periods.isPending ? (
            <SkeletonRows label={t.loading} rows={6} />
          ) : (
            <FoodCostFigures
              query={{ branch: branch._id, from, to, basis }}
              hasSingleBranch={ownBranches.length < 2}
              onSelectDays={(days) => setSearch(days)}
            />
          )}
        </div>
      )}
    </Page>
  );
}

interface FiguresProps {
  query: FoodCostParams;
  hasSingleBranch: boolean;
  onSelectDays(days: { from: string; to: string }): void;
}

function FoodCostFigures({ query, hasSingleBranch, onSelectDays }: FiguresProps) {
  const t = useMessages(foodCostMessages);
  const { data, error, refetch } = useQuery({ ...foodCostQuery(query), refetchOnMount: 'always' });
  const [isComparing, setComparing] = useState(false);
  const [isMenuShown, setMenuShown] = useState(false);
  if (!data)
    return error ? (
      <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={6} />
    );
  return (
    <>
      {data.net === null ? (
        <EmptyState
          icon={ReceiptText}
          title={t.noSales}
          text={t.noSalesText}
          action={
            <Button asChild variant="primary">
              <Link to="/menu/sales">{t.toSales}</Link>
            </Button>
          }
        />
      ) : (
        <Summary foodCost={data} />
      )}
      {data.actual ? <CountedDays foodCost={data} onSelectDays={onSelectDays} /> : null}
      {data.variance ? <VarianceTable query={query} variance={data.variance} net={data.net} /> : null}
      <CostClassTable classes={data.classes} />
      <MissingDataNotes foodCost={data} />
      <MinimumCoverage percent={data.coverage.minPercent} />
      {data.items.length > 0 ? <ItemVarianceTable items={data.items} /> : null}
      <div className="flex flex-wrap gap-2 print:hidden">
        {hasSingleBranch ? null : (
          <Button onClick={() => setComparing(!isComparing)}>{t.showBranches}</Button>
        )}
        {data.net === null ? null : <Button onClick={() => setMenuShown(!isMenuShown)}>{t.showMenu}</Button>}
      </div>
      {isComparing ? <BranchFoodCostTable query={query} /> : null}
      {isMenuShown ? <MenuEngineeringTable query={query} /> : null}
    </>
  );
}

/** If the days covered by counts differ from the selected days, reports them and offers to select them. */
function CountedDays({
  foodCost,
  onSelectDays,
}: { foodCost: FoodCost } & Pick<FiguresProps, 'onSelectDays'>) {
  const t = useMessages(foodCostMessages);
  const { countedDays, from, to } = foodCost;
  if (!countedDays || (countedDays.from === from && countedDays.to === to)) return null;
  const days = countedDays.from === null ? null : { from: countedDays.from, to: countedDays.to };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border p-3 text-sm">
      <p className="min-w-60 flex-1">
        {days
          ? t.countedTwice(formatDay(addDays(days.from, -1)), formatDay(days.to))
          : t.countedOnce(formatDay(countedDays.to))}
      </p>
      {days ? (
        <Button onClick={() => onSelectDays(days)}>
          {t.showDays(formatDay(days.from), formatDay(days.to))}
        </Button>
      ) : null}
    </div>
  );
}

/** Net sales, theoretical and actual food cost and variance; explains missing figures. */
function Summary({ foodCost: { net, theoretical, actual, variance, coverage } }: { foodCost: FoodCost }) {
  const t = useMessages(foodCostMessages);
  const money = useMoney();
  const formatShareOfNet = (percent: number | null | undefined) =>
    percent === null || percent === undefined ? undefined : t.ofNet(formatPercent(percent / 100));
  const formatShare = (percent: number | null) => formatPercent((percent ?? 0) / 100);
  const minimum = formatShare(coverage.minPercent);
  const missingHints = {
    sales: t.tooFewSales(formatShare(coverage.sales), minimum),
    counts: t.tooFewCounts(formatShare(coverage.counts), minimum),
  };
  return (
    <dl className="grid gap-x-6 gap-y-3 rounded-lg border bg-card p-4 text-sm sm:grid-cols-2 lg:grid-cols-4">
      <Figure label={t.net} value={net === null ? missingValue : money(net)} />
      <Figure
        label={t.theoretical}
        value={theoretical ? money(theoretical.value) : t.noFigure}
        hint={theoretical ? formatShareOfNet(theoretical.percent) : missingHints.sales}
      />
      <Figure
        label={t.actual}
        value={actual ? money(actual.value) : t.noFigure}
        hint={
          actual ? (
            <>
              {formatShareOfNet(actual.percent)}
              <span className="block">
                {t.formula(money(actual.opening), money(actual.in), money(actual.out), money(actual.closing))}
              </span>
            </>
          ) : (
            missingHints.counts
          )
        }
      />
      <Figure label={t.variance} value={variance ? money(variance.total) : t.noFigure} />
    </dl>
  );
}

function Figure({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <div>
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{value}</dd>
      {hint ? <dd className="text-muted-foreground text-xs">{hint}</dd> : null}
    </div>
  );
}

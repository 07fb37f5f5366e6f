import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ReceiptText, Sparkles } from 'lucide-react';
import { type MenuEngineering } from '#modules/food-cost/shapes.ts';
import { defaultMinPortions } from '#modules/food-cost/menu-engineering.ts';
import { type MenuClass, menuClasses } from '#modules/food-cost/menu-engineering.ts';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import { menuEngineeringQuery } from '#modules/sales/web/queries.ts';
import { ScatterChart } from '#platform/web/charts/scatter-chart.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { menuEngineeringMessages } from '#modules/sales/web/menu-messages.ts';
import { MenuThresholds, useClassName, useGroupName } from '#modules/sales/web/thresholds.tsx';
import {
  missingValue,
  formatCount,
  formatDay,
  formatPercent,
  formatQuantity,
} from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import {
  AnalyticsSelect,
  ComparedFigure,
  LinkedFigureName,
  NoComparisonNote,
  FiguresTable,
} from './figures.tsx';
import { analyticsMessages } from './messages.ts';
import { buildAnalyticsLink, type AnalyticsFilters } from './analytics-filters.ts';
import { useAnalyticsSearch } from './use-analytics-search.ts';
import type { AnalyticsAddress } from './search.ts';

type Dish = MenuEngineering['rows'][number];

/** Quadrants in the order in which the chart counts them, popular and profitable first. */
const classesByQuadrant = ['star', 'puzzle', 'plowhorse', 'dog'] as const satisfies readonly MenuClass[];

/** Options for the minimum number of portions that a dish must sell to be classified. */
const minimumPortions = [0, 5, defaultMinPortions, 25, 50, 100];

/** URL placeholder for dishes without a category. */
const uncategorised = '-';
const toCategoryParam = (category: string | null) => category ?? uncategorised;

interface MenuViewProps {
  filters: AnalyticsFilters;
  address: AnalyticsAddress;
  branch: string;
}

/**
 * Menu engineering of a branch: popularity and margin per portion, within categories or overall, with
 * thresholds (A8).
 */
export function MenuView({ filters, address, branch }: MenuViewProps) {
  const t = useMessages(analyticsMessages);
  const menuTexts = useMessages(menuEngineeringMessages);
  const money = useMoney();
  const setSearch = useAnalyticsSearch();
  const by = address.by === 'all' ? 'all' : 'category';
  const minPortions =
    minimumPortions.find((each) => String(each) === address.minPortions) ?? defaultMinPortions;
  const getName = useGroupName('category');
  const getClassName = useClassName();
  const { data, error, refetch } = useQuery({
    ...menuEngineeringQuery({
      branch,
      from: filters.from,
      to: filters.to,
      basis: 'list',
      against: filters.against,
      by,
      minPortions,
      dish: address.cell,
    }),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={8} />
    );
  if (data.rows.length === 0) return <EmptyState icon={ReceiptText} title={t.menu.none} text={t.noneText} />;
  const selectedClass = menuClasses.find((each) => each === address.class);
  const rows = data.rows.filter(
    (dish) =>
      (address.category === undefined || toCategoryParam(dish.category) === address.category) &&
      (selectedClass === undefined || dish.class === selectedClass),
  );
  const selectedDish = data.rows.find(({ recipeId }) => recipeId === address.cell);
  const formatMix = (percent: number) => formatPercent(percent / 100);
  const isCompared = data.previousTotals !== null;
  const totals = [
    ['dishes', formatCount],
    ['sold', formatQuantity],
    ['net', money],
    ['margin', money],
  ] as const;
  return (
    <>
      <ul aria-label={t.totals} className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">
        {totals.map(([key, format]) => (
          <ComparedFigure
            key={key}
            label={t.menu.totals[key]}
            value={format(data.totals[key])}
            now={data.totals[key]}
            before={data.previousTotals?.[key]}
            beforeText={data.previousTotals ? t.before(format(data.previousTotals[key])) : null}
            goodDirection={key === 'net' || key === 'margin' ? 'up' : undefined}
            link={buildAnalyticsLink({ category: undefined, class: undefined, cell: undefined })}
          />
        ))}
      </ul>
      {data.previousPeriod && !isCompared ? (
        <NoComparisonNote days={data.previousPeriod} reason={t.notCompared.sales} />
      ) : null}
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <AnalyticsSelect
          label={t.menu.compareWithin}
          value={by}
          onChange={(value) => setSearch({ by: value })}
        >
          {[
            ['category', t.menu.compareOptions.category],
            ['all', t.menu.compareOptions.all],
          ]}
        </AnalyticsSelect>
        <AnalyticsSelect
          label={t.menu.minimumPortions}
          value={String(minPortions)}
          onChange={(value) => setSearch({ minPortions: value })}
        >
          {minimumPortions.map((each) => [String(each), t.menu.minimumLabel(each)])}
        </AnalyticsSelect>
      </div>
      {address.category !== undefined || selectedClass !== undefined ? (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          {t.menu.filteredTo(
            [
              ...(address.category === undefined
                ? []
                : [getName(address.category === uncategorised ? null : address.category)]),
              ...(selectedClass === undefined ? [] : [menuTexts.classes[selectedClass]]),
            ].join(', '),
            rows.length,
          )}
          <Button
            size="sm"
            className="print:hidden"
            onClick={() => setSearch({ category: undefined, class: undefined })}
          >
            {t.menu.everything}
          </Button>
        </p>
      ) : null}
      <Matrix data={data} rows={rows} />
      <MenuThresholds
        data={data}
        cell={({ category }, name) =>
          by === 'all' ? (
            name
          ) : (
            <LinkedFigureName
              name={name}
              link={buildAnalyticsLink({ category: toCategoryParam(category) })}
            />
          )
        }
      />
      {selectedDish && data.dishDays ? <DishDays dish={selectedDish} days={data.dishDays} /> : null}
      <FiguresTable
        label={t.table}
        file={`menu-${filters.from}-${filters.to}`}
        rows={rows}
        all={rows}
        getKey={({ recipeId }) => recipeId}
        columns={[
          {
            heading: t.menu.dish,
            cell: ({ name, recipeId }: Dish) => (
              <LinkedFigureName name={name} link={buildAnalyticsLink({ cell: recipeId })} />
            ),
            raw: ({ name }) => name,
          },
          {
            heading: menuTexts.category,
            cell: ({ category }) => (
              <LinkedFigureName
                name={getName(category)}
                link={buildAnalyticsLink({ category: toCategoryParam(category) })}
              />
            ),
            raw: ({ category }) => category,
          },
          {
            heading: t.menu.sold,
            isNumeric: true,
            cell: ({ sold, recipeId }) => (
              <LinkedFigureName name={formatQuantity(sold)} link={buildAnalyticsLink({ cell: recipeId })} />
            ),
            raw: ({ sold }) => sold,
          },
          ...(isCompared
            ? [
                {
                  heading: t.menu.soldBefore,
                  isNumeric: true,
                  cell: ({ previous }: Dish) => formatQuantity(previous?.sold ?? 0),
                  raw: ({ previous }: Dish) => previous?.sold ?? 0,
                },
              ]
            : []),
          {
            heading: t.menu.mix,
            isNumeric: true,
            cell: ({ excluded, mixPercent }) => (excluded === null ? formatMix(mixPercent) : missingValue),
            raw: ({ excluded, mixPercent }) => (excluded === null ? mixPercent : null),
          },
          {
            heading: t.menu.margin,
            isNumeric: true,
            cell: ({ margin }) => money(margin),
            raw: ({ margin }) => margin,
          },
          {
            heading: t.menu.class,
            cell: (dish) =>
              dish.class === null ? (
                <span className="text-muted-foreground">{getClassName(dish)}</span>
              ) : (
                <LinkedFigureName
                  name={getClassName(dish)}
                  link={buildAnalyticsLink({ class: dish.class })}
                />
              ),
            raw: getClassName,
          },
          ...(isCompared
            ? [
                {
                  heading: t.menu.classBefore,
                  cell: ({ previous }: Dish) =>
                    previous?.class == null ? missingValue : menuTexts.classes[previous.class],
                  raw: ({ previous }: Dish) =>
                    previous?.class == null ? null : menuTexts.classes[previous.class],
                },
              ]
            : []),
          {
            heading: menuTexts.isNew,
            cell: ({ isNew }) =>
              isNew ? (
                <Pill tone="blue" icon={Sparkles}>
                  {menuTexts.isNew}
                </Pill>
              ) : null,
            raw: ({ isNew }) => (isNew ? menuTexts.isNew : null),
          },
        ]}
      />
    </>
  );
}

/**
 * Plots dishes against the thresholds. With several groups, popularity and margin are plotted relative to
 * each group's thresholds.
 */
function Matrix({ data, rows }: { data: MenuEngineering; rows: readonly Dish[] }) {
  const t = useMessages(analyticsMessages);
  const menuTexts = useMessages(menuEngineeringMessages);
  const money = useMoney();
  const getClassName = useClassName();
  const getGroup = (dish: Dish) =>
    data.groups.find(({ category }) => data.by === 'all' || category === dish.category);
  const classifiable = rows.flatMap((dish) => {
    const { popularFromPercent, profitableFrom } = getGroup(dish) ?? {};
    if (dish.class === null || dish.margin === null || !popularFromPercent || profitableFrom == null)
      return [];
    return [{ dish, margin: dish.margin, popularFromPercent, profitableFrom }];
  });
  const [first] = classifiable;
  if (!first) return <p className="text-muted-foreground text-sm">{t.menu.nothingToClassify}</p>;
  const isOneGroup = new Set(classifiable.map(({ dish }) => getGroup(dish))).size === 1;
  // A threshold of zero can't be a divisor, so absolute values are plotted.
  const isRelative = !isOneGroup && classifiable.every(({ profitableFrom }) => profitableFrom > 0);
  const formatMix = (percent: number) => formatPercent(percent / 100);
  return (
    <ScatterChart
      title={isRelative ? t.menu.titleByCategory : t.menu.title}
      points={classifiable.map(({ dish, margin, popularFromPercent, profitableFrom }) => ({
        key: dish.recipeId,
        label: dish.name,
        x: isRelative ? dish.mixPercent / popularFromPercent : dish.mixPercent,
        y: isRelative ? margin / profitableFrom : margin,
        group: dish.class ?? '',
        description: t.menu.point(dish.name, formatMix(dish.mixPercent), money(margin), getClassName(dish)),
        to: buildAnalyticsLink({ cell: dish.recipeId }),
      }))}
      groups={classesByQuadrant.map((key) => ({
        key,
        name: menuTexts.classes[key],
        to: buildAnalyticsLink({ class: key }),
      }))}
      thresholds={isRelative ? { x: 1, y: 1 } : { x: first.popularFromPercent, y: first.profitableFrom }}
      axes={
        isRelative
          ? { x: t.menu.mixByThreshold, y: t.menu.marginByThreshold }
          : { x: t.menu.mix, y: t.menu.margin }
      }
    />
  );
}

interface DishDaysProps {
  dish: Dish;
  days: NonNullable<MenuEngineering['dishDays']>;
}

/** Daily figures of a dish; they add up to its total. */
function DishDays({ dish, days }: DishDaysProps) {
  const t = useMessages(analyticsMessages);
  const money = useMoney();
  const link = buildDishLink(useUser(), dish);
  const title = t.menu.daysOf(dish.name, formatQuantity(dish.sold));
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="font-semibold text-sm">{title}</h2>
        {link ? (
          <Button asChild size="sm" className="print:hidden">
            <Link {...link}>{t.menu.open}</Link>
          </Button>
        ) : null}
      </div>
      <FactTable
        label={title}
        rows={days}
        getKey={({ day }) => day}
        columns={[
          { heading: t.dimensions.day, cell: ({ day }: (typeof days)[number]) => formatDay(day) },
          { heading: t.menu.sold, isNumeric: true, cell: ({ sold }) => formatQuantity(sold) },
          { heading: t.menu.totals.net, isNumeric: true, cell: ({ net }) => money(net) },
        ]}
      />
    </section>
  );
}

/** Returns a link to the dish's recipe, or to the item sold as is; null if the user can't open it. */
function buildDishLink(user: Actor, { kind, recipeId }: Dish): LinkProps | null {
  if (kind === 'recipe')
    return canOpenPage(user, '/menu') ? ({ to: '/menu', search: { row: recipeId } } as LinkProps) : null;
  return canOpenPage(user, `/items/${recipeId}/edit`)
    ? ({ to: '/items/$id/edit', params: { id: recipeId } } as LinkProps)
    : null;
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoodCost, FoodCostDocument, FoodCostItem, FoodCostOfClass } from '../shapes.ts';
import { isFoodCost } from '../cost-classes.ts';
import { type VariancePart, varianceParts } from '../food-cost-rules.ts';
import { type FoodCostParams, foodCostDocumentsQuery } from '#modules/sales/web/queries.ts';
import { DocumentLink } from '#modules/stock-ledger/web/ledger-table.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatCount, formatDay, formatPercent } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { foodCostMessages } from './messages.ts';

interface VarianceTableProps {
  query: FoodCostParams;
  variance: NonNullable<FoodCost['variance']>;
  net: number | null;
}

/** Variance by cause; each part can be expanded to show its documents. */
export function VarianceTable({ query, variance, net }: VarianceTableProps) {
  const t = useMessages(foodCostMessages);
  const money = useMoney();
  const [open, setOpen] = useState<VariancePart | null>(null);
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{t.variance}</h2>
      <FactTable
        label={t.variance}
        rows={varianceParts}
        getKey={(part) => part}
        columns={[
          {
            heading: t.part,
            cell: (part: VariancePart) => (
              <span className="flex flex-col">
                <span className="font-medium">{t.parts[part]}</span>
                <span className="text-muted-foreground text-xs">{t.hints[part]}</span>
              </span>
            ),
          },
          { heading: t.value, isNumeric: true, cell: (part) => money(variance.parts[part]) },
          {
            heading: t.share,
            isNumeric: true,
            cell: (part) =>
              net === null || net <= 0 ? missingValue : formatPercent(variance.parts[part] / net),
          },
          {
            heading: t.documents,
            cell: (part) => (
              <Button aria-expanded={open === part} onClick={() => setOpen(open === part ? null : part)}>
                {t.documents}
                <span className="sr-only"> {t.parts[part]}</span>
              </Button>
            ),
          },
        ]}
      />
      <p className="text-muted-foreground text-xs">{t.partsTotal}</p>
      {open ? <Documents query={query} part={open} /> : null}
    </section>
  );
}

/** Costs by class; food and drink are food cost, packaging and other are not. */
export function CostClassTable({ classes }: { classes: readonly FoodCostOfClass[] }) {
  const t = useMessages(foodCostMessages);
  const money = useMoney();
  const formatCost = (cost: FoodCostOfClass['actual']) =>
    cost === null
      ? t.noFigure
      : cost.percent === null
        ? money(cost.value)
        : `${money(cost.value)} (${formatPercent(cost.percent / 100)})`;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{t.classes}</h2>
      <FactTable
        label={t.classes}
        rows={classes}
        getKey={({ costClass }) => costClass}
        columns={[
          { heading: t.costClass, cell: ({ costClass }: FoodCostOfClass) => t.classNames[costClass] },
          { heading: t.theoretical, isNumeric: true, cell: ({ theoretical }) => formatCost(theoretical) },
          { heading: t.actual, isNumeric: true, cell: ({ actual }) => formatCost(actual) },
          {
            heading: t.variance,
            isNumeric: true,
            cell: ({ variance }) => (variance === null ? t.noFigure : money(variance)),
          },
          {
            heading: t.counted,
            isNumeric: true,
            cell: ({ counted }) => (counted === null ? missingValue : formatPercent(counted / 100)),
          },
        ]}
      />
      <p className="text-muted-foreground text-xs">{t.classHint}</p>
    </section>
  );
}

function Documents({ query, part }: { query: FoodCostParams; part: VariancePart }) {
  const t = useMessages(foodCostMessages);
  const money = useMoney();
  const { data, error, refetch } = useQuery(foodCostDocumentsQuery(query, part));
  if (!data)
    return error ? (
      <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={3} />
    );
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t.open(t.parts[part])}</h3>
      {data.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.noDocuments}</p>
      ) : (
        <FactTable
          label={t.open(t.parts[part])}
          rows={data}
          getKey={({ docType, docId }) => `${docType} ${docId}`}
          columns={[
            {
              heading: t.document,
              cell: ({ docType, docId, docNo }: FoodCostDocument) => (
                <DocumentLink docType={docType} docId={docId} docNo={docNo} />
              ),
            },
            { heading: t.day, cell: ({ day }) => formatDay(day) },
            { heading: t.value, isNumeric: true, cell: ({ value }) => money(value) },
          ]}
        />
      )}
    </section>
  );
}

/** Missing data and its share: unmapped sales, recipes without cost, uncounted items. */
export function MissingDataNotes({ foodCost: { missing } }: { foodCost: FoodCost }) {
  const t = useMessages(foodCostMessages);
  const money = useMoney();
  const { unmapped, recipes, items } = missing;
  const formatShare = (percent: number | null) =>
    percent === null ? missingValue : formatPercent(percent / 100);
  const notes = [
    ...(unmapped.tillItems > 0
      ? [t.unmapped(formatCount(unmapped.tillItems), money(unmapped.net), formatShare(unmapped.percent))]
      : []),
    ...(recipes.rows.length > 0 ? [t.recipesMissing(money(recipes.net), formatShare(recipes.percent))] : []),
    ...(items.count > 0
      ? [t.uncounted(formatCount(items.count), money(items.value), formatShare(items.percent))]
      : []),
  ];
  return (
    <section className="flex flex-col gap-1 text-sm">
      <h2 className="font-semibold text-base">{t.missing}</h2>
      {notes.length === 0 ? <p className="text-muted-foreground">{t.nothingMissing}</p> : null}
      <ul className="list-disc ps-5">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {recipes.rows.map(({ recipeId, name, net, reason }) => (
          <li key={recipeId} className="text-muted-foreground">
            <bdi>{name}</bdi>: {t.gapReasons[reason]}, {money(net)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Maximum number of rows shown; the largest variances come first. */
const maxItems = 100;

/** Variance by item, largest first. */
export function ItemVarianceTable({ items }: { items: readonly FoodCostItem[] }) {
  const t = useMessages(foodCostMessages);
  const money = useMoney();
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{t.items}</h2>
      <FactTable
        label={t.items}
        rows={items.slice(0, maxItems)}
        getKey={({ itemId }) => itemId}
        columns={[
          {
            heading: t.item,
            cell: ({ name, isCounted, costClass }: FoodCostItem) => (
              <span className="flex flex-wrap items-center gap-2">
                <bdi>{name}</bdi>
                {isFoodCost(costClass) ? null : <Pill tone="neutral">{t.classNames[costClass]}</Pill>}
                {isCounted ? null : <Pill tone="amber">{t.notCounted}</Pill>}
              </span>
            ),
          },
          {
            heading: t.theoreticalQty,
            isNumeric: true,
            cell: ({ theoreticalQty, unit }) => <bdi>{formatAmount(theoreticalQty, unit)}</bdi>,
          },
          {
            heading: t.actualQty,
            isNumeric: true,
            cell: ({ actualQty, unit }) => <bdi>{formatAmount(actualQty, unit)}</bdi>,
          },
          { heading: t.theoretical, isNumeric: true, cell: ({ theoretical }) => money(theoretical) },
          { heading: t.actual, isNumeric: true, cell: ({ actual }) => money(actual) },
          {
            heading: t.variance,
            isNumeric: true,
            cell: ({ theoretical, actual }) => money(Number((actual - theoretical).toFixed(4))),
          },
        ]}
      />
    </section>
  );
}

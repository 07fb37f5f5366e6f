import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isOwnLocation, canRead } from '#core/permissions.ts';
import { type CostBasis, costBases } from '../../recipe-cost.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { recipeCostQuery, recipeCostStepsQuery } from '../queries/recipes.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { DateField } from '#platform/web/form/date-field.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Label } from '#platform/web/ui/label.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { missingValue, formatInstant, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { MissingCosts } from './missing-costs.tsx';
import { recipesMessages } from './messages.ts';
import { useUnitFormats } from './use-unit-formats.ts';

/** Cost of a recipe on a cost basis as of a day, and its cost history. */
export function CostTab({ row }: { row: ResourceRow }) {
  const t = useMessages(recipesMessages);
  const id = useId();
  const user = useUser();
  const canSeeCosts = canRead(user, 'costs');
  const [basis, setBasis] = useState<CostBasis>('list');
  const [day, setDay] = useState<string | null>(null);
  const [place, setPlace] = useState('');
  const isAverage = basis === 'average';
  const params = { basis, ...(day ? { on: day } : {}), ...(isAverage && place ? { place } : {}) };
  const { data, error, refetch } = useQuery({ ...recipeCostQuery(row._id, params), enabled: canSeeCosts });
  const places = (useQuery({ ...branchesQuery(), enabled: canSeeCosts && isAverage }).data ?? []).filter(
    ({ _id, isActive }) => isActive && isOwnLocation(user, _id),
  );
  const names = useNames(['items']);
  const money = useMoney();
  const { formatAmount } = useUnitFormats();
  if (!canSeeCosts) return <p className="text-muted-foreground text-sm">{t.costUnknown}</p>;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="flex flex-col gap-1.5">
          <Label htmlFor={id}>{t.basis}</Label>
          <Select id={id} value={basis} onChange={(event) => setBasis(event.target.value as CostBasis)}>
            {costBases.map((option) => (
              <option key={option} value={option}>
                {t.bases[option]}
              </option>
            ))}
          </Select>
        </div>
        {isAverage ? (
          <div className="flex flex-col gap-1.5">
            <Label htmlFor={`${id}-place`}>{t.place}</Label>
            <Select
              id={`${id}-place`}
              value={place}
              onChange={(event) => setPlace(event.currentTarget.value)}
            >
              <option value="">{t.allPlaces}</option>
              {places.map((branch) => (
                <option key={branch._id} value={branch._id}>
                  {branch.name}
                </option>
              ))}
            </Select>
          </div>
        ) : null}
        <DateField
          label={t.asOf}
          value={day ?? ''}
          onChange={(value) => setDay(value === '' ? null : value)}
        />
      </div>
      {data ? (
        <>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {[
              [t.batch, data.cost === null ? t.costUnknown : money(data.cost)],
              [t.perPortion, data.perPortion === null ? t.costUnknown : money(data.perPortion)],
              [
                t.foodCost,
                data.foodCostPercent === null ? missingValue : formatQuantity(data.foodCostPercent),
              ],
              [t.margin, data.margin === null ? missingValue : money(data.margin)],
            ].map(([label, figure]) => (
              <div key={label}>
                <dt className="text-muted-foreground text-xs">{label}</dt>
                <dd className="font-semibold text-base tabular-nums">{figure}</dd>
              </div>
            ))}
          </dl>
          <MissingCosts missing={data.missing} basis={basis} />
          {data.items && data.items.length > 0 ? (
            <section className="flex flex-col gap-2">
              <h3 className="font-semibold text-sm">{t.allItems}</h3>
              <FactTable
                label={t.allItems}
                rows={data.items}
                getKey={({ itemId }) => itemId}
                columns={[
                  { heading: t.item, cell: ({ itemId }) => <bdi>{names.getName('items', itemId)}</bdi> },
                  {
                    heading: t.quantity,
                    isNumeric: true,
                    cell: ({ qty, unit }) => <bdi>{formatAmount(qty, unit)}</bdi>,
                  },
                  {
                    heading: t.cost,
                    isNumeric: true,
                    cell: ({ cost }) => (cost === null ? missingValue : money(cost)),
                  },
                ]}
              />
            </section>
          ) : null}
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <p className="text-muted-foreground text-sm">{t.noVersionOnDate}</p>
      ) : error ? (
        <LoadFailed title={t.failedCost} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={t.loadingCost} />
      )}
      <CostHistory id={row._id} />
    </div>
  );
}

function CostHistory({ id }: { id: string }) {
  const t = useMessages(recipesMessages);
  const { data } = useQuery(recipeCostStepsQuery(id));
  const names = useNames(['items', 'recipes']);
  const money = useMoney();
  if (!data) return null;
  const describeCause = (cause: string, causeId: string | null) => {
    if (cause === 'item') return t.causes.item(names.getName('items', causeId));
    if (cause === 'recipe') return t.causes.recipe(causeId === id ? '' : names.getName('recipes', causeId));
    return cause === 'unit' ? t.causes.unit() : t.causes.day();
  };
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">{t.history}</h3>
      {data.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.noHistory}</p>
      ) : (
        <FactTable
          label={t.history}
          rows={data}
          getKey={({ seq, at }) => `${seq} ${at}`}
          columns={[
            { heading: t.when, cell: ({ at }) => formatInstant(at) },
            {
              heading: t.batch,
              isNumeric: true,
              cell: ({ cost }) => (cost === null ? t.costUnknown : money(cost)),
            },
            { heading: t.cause, cell: ({ cause, causeId }) => <bdi>{describeCause(cause, causeId)}</bdi> },
          ]}
        />
      )}
    </section>
  );
}

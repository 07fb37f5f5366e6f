import { Link, type LinkProps } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import type { PlanRow } from '../shapes.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { getOrderListPage } from '#platform/web/layout/order-pages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { lazyView } from '#platform/web/lazy-module.ts';
import { productionMessages } from './messages.ts';

const ExpectedBranches = lazyView(
  async () => (await import('./expected-demand-by-branch.tsx')).ExpectedDemandByBranch,
);

const linkClass = 'touch:inline-flex touch:min-h-11 items-center underline';

/** A planned item's required quantity, which expands to show its demand and batches. */
export function PlanFigures({ row, kitchen, day }: { row: PlanRow; kitchen: string; day: string }) {
  const t = useMessages(productionMessages).plan;
  const user = useUser();
  const orderPage = getOrderListPage(user);
  const canOpenBatches = canOpenPage(user, '/production');
  const formatQty = (qty: number) => formatAmount(qty, row.unitSymbol);
  const terms: [string, string, number][] = [
    // The ordered part is the difference between the two quantities, exact to six decimals.
    ['', t.figures.needed, Math.round((row.needed - row.expected) * 1e6) / 1e6],
    ['+', t.figures.expected, row.expected],
    ['+', t.figures.claimed, row.claimed],
    ['−', t.figures.onHand, row.onHand],
    ['−', t.figures.planned, row.planned],
    ['−', t.figures.incoming, row.incoming],
  ];
  return (
    <details className="min-w-0 flex-1 basis-64 text-sm">
      <summary className="min-h-9 block cursor-pointer py-1 touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <span className="font-medium">{row.itemName}</span>{' '}
        <span className="text-muted-foreground text-xs">{row.itemCode}</span>
        <span className="block text-muted-foreground text-xs tabular-nums">
          {row.missing > 0 ? (
            <>
              {row.recipeId === null ? t.figures.missing : t.figures.toMake}{' '}
              <bdi className="font-medium text-foreground">{formatQty(row.toMake)}</bdi>
              {row.batches > 0 ? ` ${t.inBatches(row.batches)}` : null}
            </>
          ) : (
            <span>
              {t.covered(
                formatQty(Math.round((row.needed + row.claimed) * 1e6) / 1e6),
                formatQty(Math.round((row.onHand + row.planned + row.incoming) * 1e6) / 1e6),
              )}
            </span>
          )}
          {' · '}
          <span className="underline underline-offset-2 [details[open]_&]:hidden">{t.showCalculation}</span>
          <span className="hidden underline underline-offset-2 [details[open]_&]:inline">
            {t.hideCalculation}
          </span>
        </span>
      </summary>
      <div role="group" aria-label={t.calculationOf(row.itemName)} className="flex flex-col gap-2 pb-2">
        <dl className="grid w-fit grid-cols-[auto_auto] gap-x-6 tabular-nums">
          {terms.map(([sign, label, qty]) =>
            qty === 0 && sign !== '' ? null : (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="text-end">
                  <bdi>
                    {sign} {formatQty(qty)}
                  </bdi>
                </dd>
              </div>
            ),
          )}
          <div className="contents font-medium">
            <dt className="border-t">{t.figures.missing}</dt>
            <dd className="border-t text-end">
              <bdi>{formatQty(row.missing)}</bdi>
            </dd>
          </div>
        </dl>
        <div>
          <p className="text-muted-foreground text-xs">{t.neededFor}</p>
          <ul>
            {row.sources.map(({ kind, id, name, branchName, occasion, qty }) => (
              <li key={`${kind} ${id}`} className="flex items-start gap-4">
                {kind === 'forecast' ? (
                  <ExpectedDemandList
                    scope={{ kitchen, day, itemId: id }}
                    branches={Number(name)}
                    amount={formatQty(qty)}
                  />
                ) : kind === 'sales' || kind === 'par' ? (
                  <span>{t[kind]}</span>
                ) : kind === 'batch' && canOpenBatches ? (
                  <Link to="/production" search={{ view: 'batches', row: id }} className={linkClass}>
                    {name}
                  </Link>
                ) : kind === 'order' && orderPage !== null ? (
                  <Link to={orderPage} search={{ order: id } as LinkProps['search']} className={linkClass}>
                    {t.order(name, [branchName, occasion].filter(Boolean).join(' · '))}
                  </Link>
                ) : (
                  <span>{t.order(name, [branchName, occasion].filter(Boolean).join(' · '))}</span>
                )}
                {kind === 'forecast' ? null : (
                  <bdi className="whitespace-nowrap tabular-nums">{formatQty(qty)}</bdi>
                )}
              </li>
            ))}
          </ul>
        </div>
        {row.plannedBy.length === 0 ? null : (
          <div>
            <p className="text-muted-foreground text-xs">{t.plannedBy}</p>
            <ul>
              {row.plannedBy.map(({ id, number, qty }) => (
                <li key={id} className="flex items-center gap-4">
                  {canOpenBatches ? (
                    <Link to="/production" search={{ view: 'batches', row: id }} className={linkClass}>
                      {number}
                    </Link>
                  ) : (
                    <span>{number}</span>
                  )}
                  <bdi className="tabular-nums">{formatQty(qty)}</bdi>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  );
}

interface ExpectedDemandProps {
  scope: { kitchen: string; day: string; itemId: string };
  branches: number;
  /** Total over all branches. */
  amount: string;
}

/** Number of branches with expected demand beyond orders; expands to show details by branch. */
function ExpectedDemandList({ scope, branches, amount }: ExpectedDemandProps) {
  const t = useMessages(productionMessages).plan;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer touch:min-h-11">
        <span className="me-4 underline underline-offset-2">{t.expectedBy(branches)}</span>
        <bdi className="whitespace-nowrap tabular-nums">{amount}</bdi>
      </summary>
      {isOpen ? (
        <Suspense fallback={<SkeletonRows label={t.expectedLoading} />}>
          <ExpectedBranches {...scope} />
        </Suspense>
      ) : null}
    </details>
  );
}

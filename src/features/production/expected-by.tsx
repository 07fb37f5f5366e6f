import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expectedQuery } from '#src/collections/documents/production.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { expectedText } from '#src/entities/suggestion/reason-text.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { productionMessages } from './messages.ts';

interface ExpectedByProps {
  of: { kitchen: string; day: string; itemId: string };
  branches: number;
  /** How much all of them come to. */
  amount: string;
}

/** Of how many branches an item is expected beyond orders, which opens: how much each of them is, and why. */
export function ExpectedBy({ of, branches, amount }: ExpectedByProps) {
  const t = useMessages(productionMessages).plan;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer touch:min-h-11">
        <span className="me-4 underline underline-offset-2">{t.expectedBy(branches)}</span>
        <bdi className="whitespace-nowrap tabular-nums">{amount}</bdi>
      </summary>
      {isOpen ? <Branches of={of} /> : null}
    </details>
  );
}

function Branches({ of: { kitchen, day, itemId } }: Pick<ExpectedByProps, 'of'>) {
  const t = useMessages(productionMessages).plan;
  const { data, error, refetch } = useQuery(expectedQuery(kitchen, day, itemId));
  if (error) return <LoadFailed title={t.expectedFailed} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows label={t.expectedLoading} />;
  return (
    <ul className="flex max-w-prose flex-col gap-1 py-1">
      {data.map(({ branch, branchName, qty, unitSymbol, order, why }) =>
        // Orders under review stand beside it.
        order === null ? (
          <li key={branch}>
            {branchName} <bdi className="whitespace-nowrap tabular-nums">{formatAmount(qty, unitSymbol)}</bdi>
            {why === null ? null : (
              <span className="block text-muted-foreground text-xs">{expectedText(why)}</span>
            )}
          </li>
        ) : null,
      )}
    </ul>
  );
}

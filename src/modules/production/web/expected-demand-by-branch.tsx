import { useQuery } from '@tanstack/react-query';
import { expectedDemandQuery } from './queries.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { formatExpectedDemand } from '#modules/demand/web/reason-text.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { productionMessages } from './messages.ts';

interface ExpectedDemandByBranchProps {
  kitchen: string;
  day: string;
  itemId: string;
}

/** An item's expected demand by branch, beyond orders, with the reason for each forecast. */
export function ExpectedDemandByBranch({ kitchen, day, itemId }: ExpectedDemandByBranchProps) {
  const t = useMessages(productionMessages).plan;
  const { data, error, refetch } = useQuery(expectedDemandQuery(kitchen, day, itemId));
  if (error) return <LoadFailed title={t.expectedFailed} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows label={t.expectedLoading} />;
  return (
    <ul className="flex max-w-prose flex-col gap-1 py-1">
      {data.map(({ branch, branchName, qty, unitSymbol, calculation }) => (
        <li key={branch}>
          {branchName} <bdi className="whitespace-nowrap tabular-nums">{formatAmount(qty, unitSymbol)}</bdi>
          {calculation === null ? null : (
            <span className="block text-muted-foreground text-xs">{formatExpectedDemand(calculation)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

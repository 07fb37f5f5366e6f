import { Suspense, useState } from 'react';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { productionMessages } from './messages.ts';

const ExpectedBranches = lazyView(
  async () => (await import('./expected-demand-by-branch.tsx')).ExpectedDemandByBranch,
);

interface ExpectedDemandProps {
  scope: { kitchen: string; day: string; itemId: string };
  branches: number;
  /** Total over all branches. */
  amount: string;
}

/** Number of branches with expected demand beyond orders; expands to the details by branch. */
export function ExpectedDemandList({ scope, branches, amount }: ExpectedDemandProps) {
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

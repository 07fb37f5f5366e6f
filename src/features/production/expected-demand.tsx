import { Suspense, useState } from 'react';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { productionMessages } from './messages.ts';

const ExpectedBranches = lazyView(
  async () => (await import('./expected-demand-by-branch.tsx')).ExpectedDemandByBranch,
);

interface ExpectedDemandProps {
  of: { kitchen: string; day: string; itemId: string };
  branches: number;
  /** How much all of them come to. */
  amount: string;
}

/** Of how many branches an item is expected beyond orders, which opens: how much each of them is, and why. */
export function ExpectedDemand({ of, branches, amount }: ExpectedDemandProps) {
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
          <ExpectedBranches {...of} />
        </Suspense>
      ) : null}
    </details>
  );
}

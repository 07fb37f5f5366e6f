import type { ReactNode } from 'react';

interface FactListProps {
  facts: readonly { key: string; label: string; value: ReactNode }[];
}

/** Labels and values of a row, stacked. */
export function FactList({ facts }: FactListProps) {
  return (
    // Often the only content of a panel that scrolls, so it must be focusable by keyboard.
    <dl tabIndex={0} className="divide-y rounded-sm text-sm">
      {facts.map(({ key, label, value }) => (
        <div key={key} className="grid grid-cols-1 gap-x-4 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="break-words tabular-nums">
            {typeof value === 'string' ? <bdi>{value}</bdi> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

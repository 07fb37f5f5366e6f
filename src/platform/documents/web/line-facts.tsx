import { cn } from '#platform/web/cn.ts';

interface LineFactsProps {
  /** Labels and values; null values are omitted. */
  facts: readonly (readonly [label: string, value: string | null])[];
  className?: string;
}

/** Labelled values of a document line in a row, aligned with those of the other lines. */
export function LineFacts({ facts, className }: LineFactsProps) {
  return (
    <dl className={cn('flex flex-wrap gap-x-4 gap-y-1 sm:justify-end', className)}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label} className="text-end sm:min-w-24">
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

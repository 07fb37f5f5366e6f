import { cn } from '#src/lib/cn.ts';

interface LineFactsProps {
  /** What each is called and what it says; null for what is left out. */
  facts: readonly (readonly [label: string, said: string | null])[];
  className?: string;
}

/** The figures of one line of a document, side by side, each below its name. */
export function LineFacts({ facts, className }: LineFactsProps) {
  return (
    <dl className={cn('flex flex-wrap gap-x-4 gap-y-1', className)}>
      {facts.map(([label, said]) =>
        said === null ? null : (
          <div key={label} className="text-end">
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="tabular-nums">
              <bdi>{said}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

import { Link } from '@tanstack/react-router';
import { cn } from '#platform/web/cn.ts';
import { missingValue } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { ChangeLine } from '#platform/web/ui/figure.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { dashboardMessages } from './messages.ts';
import { GoalLine, type TileFigure } from './tiles.tsx';

/** List of figures, each linked to the rows behind it. Renders nothing without figures. */
export function FigureList({ label, figures }: { label: string; figures: readonly TileFigure[] }) {
  if (figures.length === 0) return null;
  return (
    <section>
      <h2 className="pb-1 font-semibold text-sm">{label}</h2>
      <ul className="divide-y rounded-lg border bg-card text-sm">
        {figures.map((figure) => (
          <li key={figure.label}>
            <FigureRow figure={figure} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FigureRow({
  figure: { label, value, note, change, goal, isFailed = false, link },
}: {
  figure: TileFigure;
}) {
  const t = useMessages(dashboardMessages);
  const classes =
    'grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-3 py-1.5 first:rounded-t-lg last:rounded-b-lg touch:min-h-11';
  const content = (
    <>
      <span>{label}</span>{' '}
      {value === null && !isFailed ? (
        <Skeleton className="h-4 w-12" />
      ) : (
        <span className="text-end font-semibold tabular-nums">{value ?? missingValue}</span>
      )}{' '}
      {goal ? (
        <GoalLine goal={goal} />
      ) : (
        <span className="text-muted-foreground text-xs">
          {isFailed && value === null ? t.notes.failed : note}
        </span>
      )}{' '}
      {change === undefined ? null : (
        <ChangeLine change={change} className="min-h-4 justify-end">
          {change?.text}
        </ChangeLine>
      )}
    </>
  );
  return link ? (
    <Link {...link} className={cn(classes, 'hover:bg-accent')}>
      {content}
    </Link>
  ) : (
    <div className={classes}>{content}</div>
  );
}

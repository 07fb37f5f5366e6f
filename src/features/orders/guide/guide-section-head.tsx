import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { figureNames, guideGrid } from './guide-look.ts';
import { orderTexts } from '../messages.ts';

interface GuideSectionHeadProps {
  name: string;
  /** Items of the section that are ordered, and all of them, whatever the filter shows. */
  done: number;
  all: number;
}

/** The head of a section: how far it is done, and on a wide screen what the columns are. */
export function GuideSectionHead({ name, done, all }: GuideSectionHeadProps) {
  const t = useMessages(orderTexts).guide;
  return (
    <div className={cn(guideGrid, 'h-9 border-b bg-muted px-3')}>
      <h2 className="col-span-3 flex min-w-0 items-baseline gap-3 @4xl:col-span-1">
        <span dir="auto" className="truncate font-semibold text-sm">
          {name}
        </span>
        <span className="ms-auto whitespace-nowrap text-muted-foreground text-xs tabular-nums @4xl:ms-0">
          <span aria-hidden="true">{t.progress(done, all)}</span>
          <span className="sr-only">{t.progressSpoken(done, all)}</span>
        </span>
      </h2>
      {[...figureNames, 'suggested' as const, 'quantity' as const].map((figure) => (
        <span
          key={figure}
          aria-hidden="true"
          className={cn(
            'hidden text-end text-muted-foreground text-xs @4xl:block',
            figure === 'quantity' && 'pe-2',
          )}
        >
          {t.figures[figure]}
        </span>
      ))}
    </div>
  );
}

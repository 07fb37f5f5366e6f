import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';

interface ListCardProps {
  title: string;
  /** Shown next to the title, for example a total or count. */
  figure?: ReactNode;
  /** Replaces the rows if there are none or loading failed. */
  note: string | null;
  isLoading: boolean;
  /** Rows as `li`. */
  children: ReactNode;
  /** Links to the complete lists. */
  footer?: ReactNode;
}

/** A few rows of a longer list, for overview pages. */
export function ListCard({ title, figure, note, isLoading, children, footer }: ListCardProps) {
  return (
    <Card className="flex flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-2 pb-1">
        <CardTitle>{title}</CardTitle>
        {figure}
      </div>
      <div className="min-h-28 flex-1">
        {isLoading ? (
          <Skeleton className="my-2 h-24" />
        ) : note === null ? (
          <ul className="divide-y">{children}</ul>
        ) : (
          <p className="py-3 text-muted-foreground text-sm">{note}</p>
        )}
      </div>
      {footer ? (
        <div className="flex min-h-10 flex-wrap items-center gap-4 pt-2 text-sm touch:min-h-13">{footer}</div>
      ) : null}
    </Card>
  );
}

/** Grid layouts that leave no empty cell. */
export const cardGrid = {
  /** The second card is a long list next to the two others. */
  three:
    'grid grid-cols-1 items-start gap-4 md:grid-cols-2 md:grid-rows-[auto_1fr] md:[&>:nth-child(2)]:row-span-2',
  four: 'grid grid-cols-1 gap-4 md:grid-cols-2 2xl:grid-cols-4',
};

/** Placeholders for cards while loading. */
export function CardSkeletons({ count }: { count: keyof typeof cardGrid }) {
  return (
    <div aria-hidden="true" className={cardGrid[count]}>
      {['first', 'second', 'third', 'fourth'].slice(0, count === 'three' ? 3 : 4).map((card) => (
        <Skeleton key={card} className="h-44 rounded-lg" />
      ))}
    </div>
  );
}

/** Style of a link at the bottom of a card. */
export const footLink =
  'inline-flex min-h-8 items-center gap-1.5 rounded-sm font-medium text-primary hover:underline touch:min-h-11 [&_svg]:size-4';

/** Arrow of a link, mirrored in right-to-left layouts. */
export function LinkArrow() {
  return <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />;
}

/** Style of a row that is a link across its full width. */
export const cardRow =
  'flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-sm py-2 text-sm hover:bg-accent/50';

import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FigureCard } from '#src/components/ui/figure.tsx';
import { formatTotal } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { statusMessages } from './status-messages.ts';

/** Five figures side by side, or six; on a phone three above two: no hole, and room where most is said. */
export const figureRow =
  'grid gap-2 max-md:grid-cols-6 max-md:[&>*]:col-span-2 max-md:[&>*:nth-child(n+4)]:col-span-3 md:auto-cols-fr md:grid-flow-col lg:gap-3';

interface FigureLinkProps {
  label: ReactNode;
  /** Null while it is not known. */
  figure: string | null;
  /** One more line of what it means. Null keeps its room. */
  note?: string | null | undefined;
  /** Something waits that should not. */
  isUrgent?: boolean;
  /** Left out: nothing opens it for this person. */
  link?: LinkProps | null;
}

/** A number that opens the list it counts. */
export function FigureLink({ note, ...card }: FigureLinkProps) {
  return (
    <FigureCard {...card}>
      {note === undefined ? null : <span className="min-h-[1lh] text-muted-foreground text-xs">{note}</span>}
    </FigureCard>
  );
}

interface OtherFigureProps {
  /** `status`: theirs, as a filter has them, where they can be asked for. Undefined while nothing is known. */
  others: { count: number; isCapped: boolean; status: string | undefined } | undefined;
  /** The way to the orders of these statuses; without one, to all. */
  linkTo(search: { status?: string }): LinkProps | null;
}

/** How many orders stand in a status that only their server knows; nothing where there are none. */
export function OtherFigure({ others, linkTo }: OtherFigureProps) {
  const t = useMessages(statusMessages);
  if (!others?.count) return null;
  return (
    <FigureLink
      label={t.others}
      figure={formatTotal(others.count, others.isCapped)}
      link={linkTo(others.status === undefined ? {} : { status: others.status })}
    />
  );
}

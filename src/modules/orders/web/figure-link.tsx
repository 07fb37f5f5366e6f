import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FigureCard } from '#platform/web/ui/figure.tsx';
import { formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { statusMessages } from './status-messages.ts';

/** Row of five or six figures; on phones, three in the first row and the others below, without a gap. */
export const figureRow =
  'grid gap-2 max-md:grid-cols-6 max-md:[&>*]:col-span-2 max-md:[&>*:nth-child(n+4)]:col-span-3 md:auto-cols-fr md:grid-flow-col lg:gap-3';

interface FigureLinkProps {
  label: ReactNode;
  /** Null while loading. */
  figure: string | null;
  /** Explanation. If null, its space is reserved. */
  note?: string | null | undefined;
  /** Whether something is overdue. */
  isUrgent?: boolean;
  /** Omitted if the user can't open the list. */
  link?: LinkProps | null;
}

/** A count that links to the list of counted rows. */
export function FigureLink({ note, ...card }: FigureLinkProps) {
  return (
    <FigureCard {...card}>
      {note === undefined ? null : <span className="min-h-[1lh] text-muted-foreground text-xs">{note}</span>}
    </FigureCard>
  );
}

interface OtherFigureProps {
  /** `status`: filter value for these statuses, if they can be requested. Undefined while loading. */
  others: { count: number; isCapped: boolean; status: string | undefined } | undefined;
  /** Returns a link to the orders with these statuses, or to all orders if no status is given. */
  linkTo(search: { status?: string }): LinkProps | null;
}

/** Number of orders in statuses unknown to this dashboard; hidden if there are none. */
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

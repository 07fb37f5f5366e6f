import type { LinkProps } from '@tanstack/react-router';
import { formatTotal } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { statusMessages } from './status-messages.ts';
import { FigureLink } from './figure-link.tsx';

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

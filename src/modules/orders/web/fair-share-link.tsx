import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { canOpenPage } from '#core/permissions.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';

const page = '/central-kitchen/fair-share';

interface FairShareLinkProps {
  /** If omitted: the only kitchen, or the one selected on that page. */
  kitchen?: string | undefined;
  /** One short item; all if omitted. */
  item?: { _id: string; name: string };
  /** Delivery day (YYYY-MM-DD). */
  day?: string | undefined;
}

/** Link from a shortage to its fair share; hidden if the user doesn't have access to it. */
export function FairShareLink({ kitchen, item, day }: FairShareLinkProps) {
  const { fairShare } = useMessages(pageMessages);
  if (!canOpenPage(useUser(), page)) return null;
  return (
    <Link
      to={page}
      search={{
        ...(kitchen !== undefined && { kitchen }),
        ...(item && { item: item._id }),
        ...(day !== undefined && { day }),
      }}
      aria-label={item ? `${fairShare}: ${item.name}` : undefined}
      className="inline-flex items-center gap-1 font-medium text-primary text-xs underline-offset-4 hover:underline touch:min-h-11 print:hidden"
    >
      <Scale className="size-3.5" aria-hidden="true" />
      {fairShare}
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { reference } from '#contract/tolerant.ts';
import { canOpenPage, hasFlag } from '#domain/permissions.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { settingsMessages } from './messages.ts';

/** Leads to the order guide, filled from the template. */
export function OrderFromTemplate({ row }: { row: ResourceRow }) {
  const t = useMessages(settingsMessages).templates;
  const user = useUser();
  const branch = reference(row.values['branch'])?.id;
  if (!row.isActive || !hasFlag(user, 'canCreate') || !canOpenPage(user, '/branch-order/create-order'))
    return null;
  return (
    <Button asChild>
      <Link to="/branch-order/create-order" search={{ branch, template: row._id }}>
        <ClipboardList aria-hidden="true" />
        {t.order}
      </Link>
    </Button>
  );
}

import { Link } from '@tanstack/react-router';
import { PackageCheck } from 'lucide-react';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { processMessages } from './processing/messages.ts';

/**
 * Empty state if there are no accepted orders; links to the kitchen's dashboard, where orders are accepted.
 */
export function NothingToPick({ text }: { text: string }) {
  const t = useMessages(processMessages).list;
  return (
    <EmptyState
      icon={PackageCheck}
      title={t.empty}
      text={text}
      action={
        <Button asChild>
          <Link to="/central-kitchen/dashboard">{t.toDashboard}</Link>
        </Button>
      }
    />
  );
}

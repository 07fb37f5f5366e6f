import { Link } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { canOpenPage, canWrite, scopeOf } from '#domain/permissions.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { neededMessages } from './needed-messages.ts';
import { EmptyState } from './states.tsx';

/**
 * In place of a screen about a branch where the person has none: who may add one gets the way there; who is to be given
 * one, or may only look, reads so.
 */
export function NoBranch() {
  const t = useMessages(neededMessages);
  const user = useUser();
  if (scopeOf(user).kind !== 'all')
    return <EmptyState icon={Store} title={t.branch.notYours} text={t.branch.notYoursText} />;
  if (!canWrite(user, 'branch', 'canCreate') || !canOpenPage(user, '/branches'))
    return <EmptyState icon={Store} title={t.branch.none} text={t.branch.noneText} />;
  return (
    <EmptyState
      icon={Store}
      title={t.branch.none}
      text={t.branch.addText}
      action={
        <Button asChild variant="primary">
          <Link to="/branches" search={{ row: 'new', type: 'branch' } as object}>
            {t.branch.add}
          </Link>
        </Button>
      }
    />
  );
}

/** In place of what a branch orders where no kitchen supplies it: the way to its form for who may change it. */
export function NoKitchen({ branch }: { branch: { _id: string; name: string } }) {
  const t = useMessages(neededMessages).kitchen;
  const user = useUser();
  const mayMend = canWrite(user, 'branch', 'canEdit') && canOpenPage(user, '/branches');
  return (
    <EmptyState
      icon={Store}
      title={t.none(branch.name)}
      text={mayMend ? t.chooseText : t.noneText}
      action={
        mayMend ? (
          <Button asChild variant="primary">
            <Link to="/branches" search={{ row: branch._id, edit: true }}>
              {t.choose}
            </Link>
          </Button>
        ) : undefined
      }
    />
  );
}

/** The way to the items, where a list of them is empty and the person may add some; null where they may not. */
export function AddItems() {
  const t = useMessages(neededMessages).items;
  const user = useUser();
  const page = '/procurements/creation/items-creation';
  if (!canWrite(user, 'items', 'canCreate') || !canOpenPage(user, page)) return null;
  return (
    <Button asChild variant="primary">
      <Link to={page} search={{ row: 'new' }}>
        {t.add}
      </Link>
    </Button>
  );
}

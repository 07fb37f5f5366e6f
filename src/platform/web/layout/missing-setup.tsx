import { Link } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { canOpenPage, canWrite, getScope } from '#core/permissions.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { missingSetupMessages } from './missing-setup-messages.ts';
import { EmptyState } from './states.tsx';

/**
 * Shown in place of a branch screen if the user has no branch: a link to add one if they may, otherwise an
 * explanation.
 */
export function NoBranch() {
  const t = useMessages(missingSetupMessages);
  const user = useUser();
  if (getScope(user).kind !== 'all')
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

/**
 * Shown in place of the order form if the branch has no supplying kitchen, with a link to the branch's form
 * for users who may edit it.
 */
export function NoKitchen({ branch }: { branch: { _id: string; name: string } }) {
  const t = useMessages(missingSetupMessages).kitchen;
  const user = useUser();
  const canChooseKitchen = canWrite(user, 'branch', 'canEdit') && canOpenPage(user, '/branches');
  return (
    <EmptyState
      icon={Store}
      title={t.none(branch.name)}
      text={canChooseKitchen ? t.chooseText : t.noneText}
      action={
        canChooseKitchen ? (
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

/** Link to add items, for empty item lists; null if the user may not add any. */
export function AddItems() {
  const t = useMessages(missingSetupMessages).items;
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

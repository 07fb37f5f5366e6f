import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { mayWrite } from '#domain/permissions.ts';
import type { RoleRow } from '#src/collections/people/people.ts';
import { deleteRole } from '#src/collections/people/people-writes.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toastError } from '#src/lib/toast.ts';
import { useGranting } from '../access/use-granting.ts';
import { peopleMessages } from '../messages.ts';

interface RoleActionsProps {
  role: RoleRow;
  onEdit(): void;
  onGone(): void;
}

/** What can be done to a role. The four of the specification stay, and one that somebody has. */
export function RoleActions({ role, onEdit, onGone }: RoleActionsProps) {
  const t = useMessages(peopleMessages).roles;
  const user = useUser();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const isBeyond = useGranting().isRoleBeyond(role);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await deleteRole(queryClient, role);
      onGone();
    } catch (error) {
      toastError(messageOf(error, t.deleteFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {mayWrite(user, 'roles', 'canDelete') ? (
        <GuardedButton
          blocked={role.isBuiltIn ? t.stays : isBeyond ? t.beyond : isBusy ? t.deleting : null}
          onClick={() => void remove()}
        >
          {t.delete}
        </GuardedButton>
      ) : null}
      {mayWrite(user, 'roles', 'canEdit') ? (
        <GuardedButton variant="primary" blocked={isBeyond ? t.beyond : null} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          {t.edit}
        </GuardedButton>
      ) : null}
    </>
  );
}

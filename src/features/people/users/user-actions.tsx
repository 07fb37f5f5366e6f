import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { mayWrite } from '#domain/permissions.ts';
import type { Person } from '#src/collections/people/people.ts';
import {
  changePerson,
  deletePerson,
  type Responsibilities,
  responsibilitiesOf,
} from '#src/collections/people/people-writes.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Actions, SecondaryAction } from '#src/components/layout/actions.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { peopleMessages } from '../messages.ts';
import { useGranting } from '../access/use-granting.ts';
import { ResponsibilitiesDialog } from './responsibilities-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { sessionMessages } from '../account/session-messages.ts';
import { useIsLastMaster } from './use-last-master.ts';

interface UserActionsProps {
  person: Person;
  onEdit(): void;
  onGone(): void;
}

type Asking = 'password' | 'delete' | Responsibilities | null;

/** What can be done to a user; what the person may never do is not there, what cannot be done now says why. */
export function UserActions({ person, onEdit, onGone }: UserActionsProps) {
  const t = useMessages(peopleMessages).users;
  const password = useMessages(sessionMessages).password;
  const user = useUser();
  const queryClient = useQueryClient();
  const isLastMaster = useIsLastMaster(person);
  const [asking, setAsking] = useState<Asking>(null);
  const [isBusy, setBusy] = useState(false);
  const isSuperior = useGranting().isUserBeyond(person);
  const isOwn = person._id === user._id;
  const blocked = isBusy ? t.working : isSuperior ? t.superior : null;
  const staysIn = isLastMaster ? t.lastMaster : isOwn ? t.notYourself : null;

  async function run(action: () => Promise<void>, done: () => void): Promise<void> {
    setBusy(true);
    setAsking(null);
    try {
      await action();
      done();
    } catch (error) {
      toastError(messageOf(error, t.changeFailed));
    } finally {
      setBusy(false);
    }
  }

  const setActive = (isActive: boolean) =>
    run(
      () => changePerson(queryClient, person, { isActive }),
      () => toast(isActive ? t.reactivated(person.name) : t.suspended(person.name)),
    );

  /** At once where nobody waits for them; else once what hangs on them was read. */
  async function suspend(): Promise<void> {
    setBusy(true);
    const responsibilities = await responsibilitiesOf(person);
    setBusy(false);
    if (responsibilities) setAsking(responsibilities);
    else await setActive(false);
  }

  const canEdit = mayWrite(user, 'users', 'canEdit');
  return (
    <>
      <Actions
        side="top"
        more={
          <>
            {mayWrite(user, 'users', 'canDelete') && person.lastLogin === null ? (
              <SecondaryAction blocked={blocked ?? staysIn} onSelect={() => setAsking('delete')}>
                {t.delete}
              </SecondaryAction>
            ) : null}
            {canEdit ? (
              <>
                {person.isActive ? (
                  <SecondaryAction blocked={blocked ?? staysIn} onSelect={() => void suspend()}>
                    {t.suspend}
                  </SecondaryAction>
                ) : (
                  <SecondaryAction blocked={blocked} onSelect={() => void setActive(true)}>
                    {t.reactivate}
                  </SecondaryAction>
                )}
                <SecondaryAction
                  blocked={blocked ?? (isOwn ? t.ownPassword : null)}
                  onSelect={() => setAsking('password')}
                >
                  {password.reset}
                </SecondaryAction>
              </>
            ) : null}
          </>
        }
      >
        {canEdit ? (
          <GuardedButton variant="primary" blocked={blocked} onClick={onEdit}>
            <Pencil aria-hidden="true" />
            {t.edit}
          </GuardedButton>
        ) : null}
      </Actions>
      {asking === 'password' ? <PasswordDialog person={person} onClose={() => setAsking(null)} /> : null}
      {asking !== null && typeof asking === 'object' ? (
        <ResponsibilitiesDialog
          responsibilities={asking}
          question={t.suspendQuestion(person.name)}
          action={t.suspend}
          onSure={() => void setActive(false)}
          onClose={() => setAsking(null)}
        />
      ) : null}
      <Dialog open={asking === 'delete'} onOpenChange={(isOpen) => (isOpen ? undefined : setAsking(null))}>
        <DialogContent
          title={t.deleteQuestion(person.name)}
          description={t.deleteText}
          footer={
            <>
              <Button onClick={() => setAsking(null)}>{t.keep}</Button>
              <Button
                variant="destructive"
                onClick={() => void run(() => deletePerson(queryClient, person), onGone)}
              >
                {t.delete}
              </Button>
            </>
          }
        />
      </Dialog>
    </>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { canWrite } from '#core/permissions.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { type Person, peopleQuery } from '../queries/people.ts';
import {
  changePerson,
  deletePerson,
  type Responsibilities,
  loadResponsibilities,
} from '../queries/people-writes.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Actions, SecondaryAction } from '#platform/web/layout/actions.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import type { EditFormProps } from '#modules/master-data/web/form/edit-form.tsx';
import { useGrantRules } from '../access/access.tsx';
import { accountMessages } from '../account/messages.ts';
import { peopleRowMessages } from '../row-messages.ts';
import { PasswordDialog } from './new-password.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

interface UserActionsProps {
  person: Person;
  onEdit(): void;
  onDeleted(): void;
}

type UserActionRequest = 'password' | 'delete' | Responsibilities | null;

/**
 * Actions on a user. Actions the signed-in user is never allowed are hidden; those currently blocked show the
 * reason.
 */
export function UserActions({ person, onEdit, onDeleted }: UserActionsProps) {
  const t = useMessages(peopleRowMessages).users;
  const password = useMessages(accountMessages).password;
  const user = useUser();
  const queryClient = useQueryClient();
  const isLastMaster = useIsLastMasterAdmin(person);
  const [request, setRequest] = useState<UserActionRequest>(null);
  const [isBusy, setBusy] = useState(false);
  const isSuperior = useGrantRules().userExceedsOwnRights(person);
  const isOwn = person._id === user._id;
  const disabledReason = isBusy ? t.working : isSuperior ? t.superior : null;
  const protectedReason = isLastMaster ? t.lastMaster : isOwn ? t.notYourself : null;

  async function run(action: () => Promise<void>, onDone: () => void): Promise<void> {
    setBusy(true);
    setRequest(null);
    try {
      await action();
      onDone();
    } catch (error) {
      toastError(getErrorMessage(error, t.changeFailed));
    } finally {
      setBusy(false);
    }
  }

  const setActive = (isActive: boolean) =>
    run(
      () => changePerson(queryClient, person, { isActive }),
      () => toast(isActive ? t.reactivated(person.name) : t.suspended(person.name)),
    );

  /**
   * Suspends immediately if nothing depends on the user; otherwise lists the responsibilities and asks for
   * confirmation first.
   */
  async function suspend(): Promise<void> {
    setBusy(true);
    const responsibilities = await loadResponsibilities(person);
    setBusy(false);
    if (responsibilities) setRequest(responsibilities);
    else await setActive(false);
  }

  const canEdit = canWrite(user, 'users', 'canEdit');
  return (
    <>
      <Actions
        side="top"
        secondaryActions={
          <>
            {canWrite(user, 'users', 'canDelete') && person.lastLogin === null ? (
              <SecondaryAction
                disabledReason={disabledReason ?? protectedReason}
                onSelect={() => setRequest('delete')}
              >
                {t.delete}
              </SecondaryAction>
            ) : null}
            {canEdit ? (
              <>
                {person.isActive ? (
                  <SecondaryAction
                    disabledReason={disabledReason ?? protectedReason}
                    onSelect={() => void suspend()}
                  >
                    {t.suspend}
                  </SecondaryAction>
                ) : (
                  <SecondaryAction disabledReason={disabledReason} onSelect={() => void setActive(true)}>
                    {t.reactivate}
                  </SecondaryAction>
                )}
                <SecondaryAction
                  disabledReason={disabledReason ?? (isOwn ? t.ownPassword : null)}
                  onSelect={() => setRequest('password')}
                >
                  {password.reset}
                </SecondaryAction>
              </>
            ) : null}
          </>
        }
      >
        {canEdit ? (
          <GuardedButton variant="primary" disabledReason={disabledReason} onClick={onEdit}>
            <Pencil aria-hidden="true" />
            {t.edit}
          </GuardedButton>
        ) : null}
      </Actions>
      {request === 'password' ? <PasswordDialog person={person} onClose={() => setRequest(null)} /> : null}
      {request !== null && typeof request === 'object' ? (
        <ResponsibilitiesDialog
          responsibilities={request}
          question={t.suspendQuestion(person.name)}
          action={t.suspend}
          onConfirm={() => void setActive(false)}
          onClose={() => setRequest(null)}
        />
      ) : null}
      <Dialog open={request === 'delete'} onOpenChange={(isOpen) => (isOpen ? undefined : setRequest(null))}>
        <DialogContent
          title={t.deleteQuestion(person.name)}
          description={t.deleteText}
          footer={
            <>
              <Button onClick={() => setRequest(null)}>{t.cancel}</Button>
              <Button
                variant="destructive"
                onClick={() => void run(() => deletePerson(queryClient, person), onDeleted)}
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

/**
 * Returns whether the user is the only active master admin, whom the server doesn't allow to be demoted or
 * suspended.
 */
export function useIsLastMasterAdmin(person: Person | null): boolean {
  const isMaster = person !== null && person.isMasterAdmin && person.isActive;
  const masters = useQuery({
    ...peopleQuery({ isMasterAdmin: true, active: true, limit: 100 }),
    enabled: isMaster,
  });
  if (!isMaster || !masters.data) return false;
  // A server that ignores the filter returns all users.
  return masters.data.rows.filter((row) => row.isMasterAdmin && row.isActive).length === 1;
}

interface ResponsibilitiesDialogProps {
  responsibilities: Responsibilities;
  /** The question, and the confirm button's label. */
  question: string;
  action: string;
  onConfirm(): void;
  onClose(): void;
}

/** Confirmation that lists the responsibilities a user is about to lose. */
function ResponsibilitiesDialog({
  responsibilities,
  question,
  action,
  onConfirm,
  onClose,
}: ResponsibilitiesDialogProps) {
  const t = useMessages(peopleRowMessages).users;
  const { approvalCategories, locations, pendingReviews, draftOrders } = responsibilities;
  const texts = [
    approvalCategories.length > 0
      ? t.responsibilities.approvalCategories(formatList(approvalCategories))
      : null,
    locations.length > 0 ? t.responsibilities.locations(formatList(locations)) : null,
    pendingReviews > 0 ? t.responsibilities.pendingReviews(pendingReviews) : null,
    draftOrders > 0 ? t.responsibilities.draftOrders(draftOrders) : null,
  ].filter((line) => line !== null);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={question}
        description={t.responsibilities.text}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button variant="destructive" onClick={onConfirm}>
              {action}
            </Button>
          </>
        }
      >
        <ul className="list-disc space-y-1 ps-5 text-sm">
          {texts.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}

type Save = EditFormProps['save'];

/** Fields that can remove access when changed. */
const accessFields = ['role', 'isMasterAdmin', 'permissions', 'allowedPages', 'branches', 'kitchens'];

interface Question {
  name: string;
  responsibilities: Responsibilities;
  answer(isConfirmed: boolean): void;
}

/**
 * Wraps saving a user: asks for confirmation if the change removes access that open responsibilities need.
 * The dialog is rendered outside the form.
 */
export function useConfirmResponsibilities(save: Save): { save: Save; question: ReactNode } {
  const t = useMessages(peopleRowMessages).users;
  const [question, setQuestion] = useState<Question | null>(null);

  async function confirm(row: ResourceRow, values: JsonRecord): Promise<boolean> {
    const change = Object.fromEntries(
      Object.entries(values).filter(([field]) => accessFields.includes(field)),
    );
    const responsibilities = Object.keys(change).length > 0 ? await loadResponsibilities(row, change) : null;
    if (!responsibilities) return true;
    return new Promise((resolve) => {
      setQuestion({
        name: row.name,
        responsibilities,
        answer(isConfirmed) {
          setQuestion(null);
          resolve(isConfirmed);
        },
      });
    });
  }

  return {
    async save(row, values, key) {
      if (row && !(await confirm(row, values))) return { kind: 'unsent' };
      return save(row, values, key);
    },
    question: question ? (
      <ResponsibilitiesDialog
        responsibilities={question.responsibilities}
        question={t.removeQuestion(question.name)}
        action={t.saveAnyway}
        onConfirm={() => question.answer(true)}
        onClose={() => question.answer(false)}
      />
    ) : null,
  };
}

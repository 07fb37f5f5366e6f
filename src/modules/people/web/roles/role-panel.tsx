import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { readText } from '#platform/shapes/tolerant.ts';
import { canOpenPage, getLandingPage, canWrite } from '#core/permissions.ts';
import { deleteRole } from '../queries/people-writes.ts';
import { type RoleEntry, roleQuery } from '../queries/people.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { FactList } from '#platform/web/layout/fact-list.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toastError } from '#platform/web/toast.ts';
import { useGrantRules } from '../access/access.tsx';
import { peopleMessages } from '../messages.ts';
import { RecordPanel, type PanelProps } from '../record-panel.tsx';
import { formatFlags, formatPages, usePageNames, useRoleLabels } from '../people-labels.ts';
import { peopleRowMessages } from '../row-messages.ts';
import { RoleApply } from './role-apply.tsx';
import { RoleForm } from './role-form.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

/** Panel for a role: its access, its users and those whose access differs; or its form. */
export function RolePanel(props: PanelProps<RoleEntry>) {
  const { roles: list, noDescription } = useMessages(peopleMessages);
  const t = useMessages(peopleRowMessages).roles;
  const getRoleTexts = useRoleLabels();
  const user = useUser();
  return (
    <RecordPanel<RoleEntry>
      {...props}
      collection="roles"
      query={roleQuery(props.id)}
      texts={list}
      getTitle={(role, isForm) => {
        const { label } = getRoleTexts(role);
        return isForm ? t.editing(label) : label;
      }}
      getNote={(role, isForm) =>
        isForm ? undefined : <bdi>{getRoleTexts(role).description ?? noDescription}</bdi>
      }
      savedText={(row) => t.saved(readText(row.values['label']) ?? row.name)}
      actions={(role, handlers) => (
        <>
          {canOpenPage(user, '/user') ? (
            <Button asChild>
              <Link to="/user" search={{ role: role.key, active: 'all' } as object}>
                {t.users}
              </Link>
            </Button>
          ) : null}
          <RoleActions role={role} {...handlers} />
        </>
      )}
      form={(role, handlers) => (
        <RoleForm key={props.id} role={role} placement={props.placement} {...handlers} />
      )}
      details={(role) => (
        <>
          <RoleDetails role={role} />
          <RoleApply role={role} />
        </>
      )}
    />
  );
}

function RoleDetails({ role }: { role: RoleEntry }) {
  const t = useMessages(peopleMessages);
  const { roles, fields } = useMessages(peopleRowMessages);
  const getPageName = usePageNames();
  const labels = t.roles.columns;
  const isOpen = role.allowedPages.includes('*') || role.allowedPages.length === 0;
  return (
    <FactList
      facts={[
        { key: 'key', label: labels.key, value: role.key },
        { key: 'builtIn', label: roles.builtIn, value: role.isBuiltIn ? t.yes : t.no },
        { key: 'landing', label: roles.landing, value: getLandingPage(role.key) },
        {
          key: 'rights',
          label: labels.rights,
          value: formatFlags(role.permissions, role.key === 'master_admin', t),
        },
        { key: 'requiresReview', label: fields.requiresReview, value: role.requiresReview ? t.yes : t.no },
        {
          key: 'pages',
          label: labels.pages,
          value: isOpen ? (
            formatPages(role, t)
          ) : (
            <ul>
              {role.allowedPages.map((page) => (
                <li key={page}>{getPageName(page)}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

interface RoleActionsProps {
  role: RoleEntry;
  onEdit(): void;
  onDeleted(): void;
}

/** Actions on a role. Roles of the specification and roles in use can't be deleted. */
function RoleActions({ role, onEdit, onDeleted }: RoleActionsProps) {
  const t = useMessages(peopleRowMessages).roles;
  const user = useUser();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const exceedsRights = useGrantRules().roleExceedsOwnRights(role);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await deleteRole(queryClient, role);
      onDeleted();
    } catch (error) {
      toastError(getErrorMessage(error, t.deleteFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {canWrite(user, 'roles', 'canDelete') ? (
        <GuardedButton
          disabledReason={
            role.isBuiltIn ? t.builtInReason : exceedsRights ? t.beyond : isBusy ? t.deleting : null
          }
          onClick={() => void remove()}
        >
          {t.delete}
        </GuardedButton>
      ) : null}
      {canWrite(user, 'roles', 'canEdit') ? (
        <GuardedButton variant="primary" disabledReason={exceedsRights ? t.beyond : null} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          {t.edit}
        </GuardedButton>
      ) : null}
    </>
  );
}

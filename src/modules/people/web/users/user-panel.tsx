import { Link } from '@tanstack/react-router';
import { canRead, canWrite, getScope } from '#core/permissions.ts';
import { type Person, personQuery } from '../queries/people.ts';
import { FactList } from '#platform/web/layout/fact-list.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { missingValue, formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { AccessPreview, useGrantRules } from '../access/access.tsx';
import { accountMessages } from '../account/messages.ts';
import { SessionsList } from '../account/sessions-list.tsx';
import { peopleMessages } from '../messages.ts';
import { RecordPanel, type PanelProps } from '../record-panel.tsx';
import { formatFlags, useUserLabels } from '../people-labels.ts';
import { peopleRowMessages } from '../row-messages.ts';
import { UserActions } from './user-actions.tsx';
import { UserForm } from './user-form.tsx';

/** Panel for a user: details, access preview and sessions; or the form. */
export function UserPanel(props: PanelProps<Person>) {
  const { create, loading } = useMessages(peopleMessages).users;
  const t = useMessages(peopleRowMessages).users;
  const { formatRole, formatLocations } = useUserLabels();
  return (
    <RecordPanel<Person>
      {...props}
      collection="users"
      query={personQuery(props.id)}
      texts={{ create, loading, failed: t.failedOne }}
      getTitle={({ name }, isForm) => (isForm ? t.editing(name) : name)}
      getNote={formatRole}
      savedText={({ name }, isNew) => (isNew ? t.created(name) : t.saved(name))}
      actions={(person, handlers) => <UserActions person={person} {...handlers} />}
      form={(person, handlers) => (
        <UserForm key={props.id} person={person} placement={props.placement} {...handlers} />
      )}
      details={(person) => (
        <UserDetails person={person} role={formatRole(person)} places={formatLocations(person)} />
      )}
    />
  );
}

interface UserDetailsProps {
  person: Person;
  role: string;
  places: string;
}

function UserDetails({ person, role, places }: UserDetailsProps) {
  const t = useMessages(peopleMessages);
  const { users, fields } = useMessages(peopleRowMessages);
  const user = useUser();
  const { columns } = t.users;
  const state = (
    <Pill tone={person.isActive ? 'green' : 'neutral'}>{person.isActive ? t.active : t.archived}</Pill>
  );
  return (
    <>
      <FactList
        facts={[
          { key: 'email', label: columns.email, value: person.email || missingValue },
          { key: 'role', label: columns.role, value: person.isMasterAdmin ? t.masterAdmin : role },
          {
            key: 'description',
            label: columns.description,
            value: person.roleDescription ?? t.noDescription,
          },
          { key: 'branches', label: columns.branches, value: places || missingValue },
          {
            key: 'lastLogin',
            label: columns.lastLogin,
            value: person.lastLogin ? formatInstant(person.lastLogin) : t.users.never,
          },
          { key: 'active', label: columns.active, value: state },
          {
            key: 'rights',
            label: fields.permissions,
            value: formatFlags(person.permissions, person.isMasterAdmin, t),
          },
        ]}
      />
      <AccessPreview actor={person} places={getScope(person).kind === 'all' ? t.users.everywhere : places} />
      <UserSessions person={person} />
      {canRead(user, 'audit') ? (
        <Button asChild className="self-start">
          <Link to="/user" search={{ tab: 'audit', record: person._id } as object}>
            {users.history}
          </Link>
        </Button>
      ) : null}
    </>
  );
}

function UserSessions({ person }: { person: Person }) {
  const { superior } = useMessages(peopleRowMessages).users;
  const { label } = useMessages(accountMessages);
  const user = useUser();
  const isSuperior = useGrantRules().userExceedsOwnRights(person);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">{label}</h3>
      <SessionsList
        userId={person._id}
        canEnd={canWrite(user, 'users', 'canEdit')}
        disabledReason={isSuperior ? superior : null}
      />
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mayRead, mayWrite, scopeOf } from '#domain/permissions.ts';
import { type Person, personQuery } from '#src/collections/people/people.ts';
import { FactList } from '#src/components/layout/fact-list.tsx';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { absent, formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { OpenPageButton } from '#src/master-data/open-page-button.tsx';
import { useRowAddress } from '#src/master-data/row-address.ts';
import { useKeptRow } from '#src/master-data/use-kept-row.ts';
import { type PeopleParts, peopleParts } from '../lazy-parts.ts';
import { peopleMessages } from '../messages.ts';
import { RowFrame } from '../row-frame.tsx';
import { flagText } from '../access/rights.ts';
import { usePersonWords } from './use-person-words.ts';

interface UserPanelProps {
  id: string;
  /** The user, where the list beside it has them. */
  inList: Person | undefined;
  placement: 'panel' | 'page';
}

/** One user: who they are, what they may and will see, where they are signed in; or their form. */
export function UserPanel({ id, inList, placement }: UserPanelProps) {
  const t = useMessages(peopleMessages).users;
  const user = useUser();
  const address = useRowAddress();
  const { roleOf, placesOf } = usePersonWords();
  const { isNew } = address;
  const kept = useKeptRow(inList);
  const asked = useQuery({
    ...personQuery(id),
    enabled: inList === undefined && !isNew,
    placeholderData: kept,
  });
  const person = isNew ? undefined : (inList ?? asked.data ?? (address.edit ? kept : undefined));
  const parts = useLazyModuleWhen(true, peopleParts);
  const isForm =
    isNew || (address.edit === true && person !== undefined && mayWrite(user, 'users', 'canEdit'));
  const shown = person && (isForm ? t.editing(person.name) : person.name);
  const onClose = () => void address.go({});
  return (
    <RowFrame
      placement={placement}
      title={isNew ? t.create : (shown ?? (asked.error ? t.failedOne : t.loading))}
      note={person ? roleOf(person) : undefined}
      isForm={isForm}
      actions={
        person && parts && !isForm ? (
          <>
            <OpenPageButton id={id} />
            <parts.UserActions
              person={person}
              onEdit={() => void address.go({ row: person._id, edit: true })}
              onGone={onClose}
            />
          </>
        ) : null
      }
      onClose={onClose}
    >
      {parts && isForm ? (
        <parts.UserForm
          key={id}
          person={person ?? null}
          placement={placement}
          onSaved={(row) => {
            toast(isNew ? t.created(row.name) : t.saved(row.name));
            void address.go({ row: row._id }, { replace: true });
          }}
          onCancel={() => void address.go(isNew ? {} : { row: id }, { replace: !isNew })}
        />
      ) : parts && person ? (
        <About parts={parts} person={person} role={roleOf(person)} places={placesOf(person)} />
      ) : asked.error ? (
        <LoadFailed title={t.failedOne} error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <SkeletonRows label={t.loading} />
      )}
    </RowFrame>
  );
}

interface AboutProps {
  parts: PeopleParts;
  person: Person;
  role: string;
  places: string;
}

function About({ parts, person, role, places }: AboutProps) {
  const t = useMessages(peopleMessages);
  const user = useUser();
  const { columns } = t.users;
  const state = (
    <Pill tone={person.isActive ? 'green' : 'neutral'}>{person.isActive ? t.active : t.archived}</Pill>
  );
  return (
    <div className="flex flex-col gap-6">
      <FactList
        facts={[
          { key: 'email', label: columns.email, value: person.email || absent },
          { key: 'role', label: columns.role, value: person.isMasterAdmin ? t.masterAdmin : role },
          {
            key: 'description',
            label: columns.description,
            value: person.roleDescription ?? t.noDescription,
          },
          { key: 'branches', label: columns.branches, value: places || absent },
          {
            key: 'lastLogin',
            label: columns.lastLogin,
            value: person.lastLogin ? formatInstant(person.lastLogin) : t.users.never,
          },
          { key: 'active', label: columns.active, value: state },
          {
            key: 'rights',
            label: t.users.rights,
            value: flagText(person.permissions, person.isMasterAdmin, t),
          },
        ]}
      />
      <parts.AccessPreview
        actor={person}
        places={scopeOf(person).kind === 'all' ? t.users.everywhere : places}
      />
      <parts.UserSessions person={person} />
      {mayRead(user, 'audit') ? (
        <Button asChild className="self-start">
          <Link to="/user" search={{ tab: 'audit', of: person._id } as object}>
            {t.users.history}
          </Link>
        </Button>
      ) : null}
    </div>
  );
}

import { mayWrite } from '#domain/permissions.ts';
import type { Person } from '#src/collections/people/people.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useGranting } from '../access/use-granting.ts';
import { peopleMessages } from '../messages.ts';
import { sessionMessages } from '../account/session-messages.ts';
import { SessionsList } from '../account/sessions-list.tsx';

/** Where a user is signed in, on their panel. */
export function UserSessions({ person }: { person: Person }) {
  const t = useMessages(peopleMessages).users;
  const { label } = useMessages(sessionMessages);
  const user = useUser();
  const isSuperior = useGranting().isUserBeyond(person);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">{label}</h3>
      <SessionsList
        userId={person._id}
        mayEnd={mayWrite(user, 'users', 'canEdit')}
        blocked={isSuperior ? t.superior : null}
      />
    </section>
  );
}

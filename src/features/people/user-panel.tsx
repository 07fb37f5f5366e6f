import { useQuery } from '@tanstack/react-query';
import { type Person, personQuery } from '#src/collections/people.ts';
import { menuLinks, visibleMenu } from '#src/components/layout/menu.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { FactList } from '#src/components/layout/fact-list.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { absent, formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { peopleMessages } from './messages.ts';
import { flagText } from './rights.ts';

interface UserPanelProps {
  id: string;
  /** The user, where the list beside it has them. */
  inList: Person | undefined;
  roleOf(person: Person): string;
  placesOf(person: Person): string;
  onClose(): void;
}

/** One user: who they are, what they may, and what they will see. */
export function UserPanel({ id, inList, roleOf, placesOf, onClose }: UserPanelProps) {
  const t = useMessages(peopleMessages);
  const asked = useQuery({ ...personQuery(id), enabled: inList === undefined });
  const person = inList ?? asked.data;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={person?.name ?? (asked.error ? t.users.failedOne : t.users.loading)}
        description={person ? roleOf(person) : undefined}
      >
        {person ? (
          <About person={person} role={roleOf(person)} places={placesOf(person)} />
        ) : asked.error ? (
          <LoadFailed title={t.users.failedOne} error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <SkeletonRows label={t.users.loading} />
        )}
      </SheetContent>
    </Dialog>
  );
}

function About({ person, role, places }: { person: Person; role: string; places: string }) {
  const t = useMessages(peopleMessages);
  const pages = useMessages(pageMessages);
  const { columns } = t.users;
  const links = menuLinks(visibleMenu(person));
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
          { key: 'active', label: columns.active, value: person.isActive ? t.yes : t.no },
          {
            key: 'rights',
            label: t.users.rights,
            value: flagText(person.permissions, person.isMasterAdmin, t),
          },
        ]}
      />
      <section>
        <h3 className="pb-2 font-semibold text-sm">{t.users.menu}</h3>
        {links.length === 0 ? (
          <p className="text-muted-foreground text-sm">{t.users.noMenu}</p>
        ) : (
          <ul className="columns-2 text-sm sm:columns-3">
            {links.map(({ to, label, icon: Icon }) => (
              <li key={to} className="flex break-inside-avoid items-center gap-2 py-1">
                <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
                {pages[label]}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { text } from '#contract/tolerant.ts';
import { canOpenPage, landingPage, mayWrite } from '#domain/permissions.ts';
import { type RoleRow, roleQuery } from '#src/collections/people/people.ts';
import { FactList } from '#src/components/layout/fact-list.tsx';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { OpenPageButton } from '#src/master-data/open-page-button.tsx';
import { useRowAddress } from '#src/master-data/row-address.ts';
import { useKeptRow } from '#src/master-data/use-kept-row.ts';
import { peopleParts } from '../lazy-parts.ts';
import { peopleMessages } from '../messages.ts';
import { RowFrame } from '../row-frame.tsx';
import { flagText, pagesText } from '../access/rights.ts';
import { useRoleWords } from './use-role-words.ts';

interface RolePanelProps {
  id: string;
  /** The role, where the list beside it has it. */
  inList: RoleRow | undefined;
  placement: 'panel' | 'page';
}

/** One role: what it gives, who has it and holds something else; or its form. */
export function RolePanel({ id, inList, placement }: RolePanelProps) {
  const t = useMessages(peopleMessages);
  const wordsOf = useRoleWords();
  const user = useUser();
  const address = useRowAddress();
  const { isNew } = address;
  const kept = useKeptRow(inList);
  const asked = useQuery({
    ...roleQuery(id),
    enabled: inList === undefined && !isNew,
    placeholderData: kept,
  });
  const role = isNew ? undefined : (inList ?? asked.data ?? (address.edit ? kept : undefined));
  const parts = useLazyModuleWhen(true, peopleParts);
  const isForm = isNew || (address.edit === true && role !== undefined && mayWrite(user, 'roles', 'canEdit'));
  const words = role && wordsOf(role);
  const shown = words && (isForm ? t.roles.editing(words.label) : words.label);
  const onClose = () => void address.go({});
  return (
    <RowFrame
      placement={placement}
      title={isNew ? t.roles.create : (shown ?? (asked.error ? t.roles.failed : t.roles.loading))}
      note={words && !isForm ? <bdi>{words.description ?? t.noDescription}</bdi> : undefined}
      isForm={isForm}
      actions={
        role && parts && !isForm ? (
          <>
            <OpenPageButton id={id} />
            {canOpenPage(user, '/user') ? (
              <Button asChild>
                <Link to="/user" search={{ role: role.key, active: 'all' } as object}>
                  {t.roles.users}
                </Link>
              </Button>
            ) : null}
            <parts.RoleActions
              role={role}
              onEdit={() => void address.go({ row: role._id, edit: true })}
              onGone={onClose}
            />
          </>
        ) : null
      }
      onClose={onClose}
    >
      {parts && isForm ? (
        <parts.RoleForm
          key={id}
          role={role ?? null}
          placement={placement}
          onSaved={(row) => {
            toast(t.roles.saved(text(row.values['label']) ?? row.name));
            void address.go({ row: row._id }, { replace: true });
          }}
          onCancel={() => void address.go(isNew ? {} : { row: id }, { replace: !isNew })}
        />
      ) : parts && role ? (
        <div className="flex flex-col gap-6">
          <RoleFacts role={role} />
          <parts.RoleApply role={role} />
        </div>
      ) : asked.error ? (
        <LoadFailed title={t.roles.failed} error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <SkeletonRows label={t.roles.loading} />
      )}
    </RowFrame>
  );
}

function RoleFacts({ role }: { role: RoleRow }) {
  const t = useMessages(peopleMessages);
  const labels = t.roles.columns;
  const isOpen = role.allowedPages.includes('*') || role.allowedPages.length === 0;
  return (
    <FactList
      facts={[
        { key: 'key', label: labels.key, value: role.key },
        { key: 'builtIn', label: t.roles.builtIn, value: role.isBuiltIn ? t.yes : t.no },
        { key: 'landing', label: t.roles.landing, value: landingPage(role.key) },
        {
          key: 'rights',
          label: labels.rights,
          value: flagText(role.permissions, role.key === 'master_admin', t),
        },
        { key: 'asksReview', label: t.roles.asksReview, value: role.asksReview ? t.yes : t.no },
        {
          key: 'pages',
          label: labels.pages,
          value: isOpen ? (
            pagesText(role, t)
          ) : (
            <ul>
              {role.allowedPages.map((page) => (
                <li key={page}>{page}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Permissions, scopeOf } from '#domain/permissions.ts';
import { type Person, rolesQuery } from '#src/collections/people/people.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { CheckField } from '#src/components/form/check-field.tsx';
import { ChoiceField } from '#src/components/form/choice-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { EditForm } from '#src/master-data/form/edit-form.tsx';
import { AccessPreview } from '../access/access-preview.tsx';
import { EditConflict } from '../edit-conflict.tsx';
import { useGranting } from '../access/use-granting.ts';
import { FlagsField } from '../access/flags-field.tsx';
import { peopleFormMessages } from '../form-messages.ts';
import { useFormValue } from '../form-value.ts';
import { peopleMessages } from '../messages.ts';
import { useRoleWords } from '../roles/use-role-words.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PagesField } from '../access/pages-field.tsx';
import { actorOf, personInput, type PersonValues, personValues } from './person-values.ts';
import { isSamePages } from '../access/page-tree.ts';
import { PlacesField, usePlaceNames } from './places-field.tsx';
import { useIsLastMaster } from './use-last-master.ts';
import { useSavePerson } from './use-save-person.ts';
import { useConfirmResponsibilities } from './use-confirm-responsibilities.tsx';

interface UserFormProps {
  /** Null for a new user. */
  person: Person | null;
  placement: 'panel' | 'page';
  onSaved(row: ResourceRow): void;
  onCancel(): void;
}

/** Makes or changes a user, with what they will see beside it. */
export function UserForm({ person, placement, onSaved, onCancel }: UserFormProps) {
  const t = useMessages(peopleMessages);
  const { mayGiveRole } = useGranting();
  const roles = useQuery(rolesQuery());
  const { save, isSaving } = useSavePerson();
  const confirming = useConfirmResponsibilities(save);
  if (roles.isPending) return <SkeletonRows label={t.roles.loading} />;
  const listed = roles.data?.rows ?? [];
  const mine = listed.filter(mayGiveRole);
  const first = mine.find(({ key }) => key === 'custom_role_sk') ?? mine[0];
  const input = personInput();
  const row = person && { _id: person._id, name: person.name, isActive: true, values: { ...person } };
  return (
    <>
      <EditForm
        row={row}
        slot={`users.${row?._id ?? 'new'}`}
        startOf={(from) => personValues(from?.values ?? null, first)}
        rulesFor={(base) => ({
          schema: base ? input.change : input.create,
          kindOf: (field) => (field === 'email' ? 'email' : undefined),
        })}
        save={confirming.save}
        isSaving={isSaving}
        onSaved={onSaved}
        placement={placement}
        isWide
        conflictOf={(conflict) => <EditConflict entity="users" {...conflict} />}
        onCancel={onCancel}
      >
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <UserFields person={person} />
          <Preview />
        </div>
      </EditForm>
      {confirming.question}
    </>
  );
}

function UserFields({ person }: { person: Person | null }) {
  const t = useMessages(peopleFormMessages);
  const user = useUser();
  const isLastMaster = useIsLastMaster(person);
  const name = useFormValue<string>('name');
  const email = useFormValue<string>('email');
  const roleDescription = useFormValue<string>('roleDescription');
  const isMasterAdmin = useFormValue<boolean>('isMasterAdmin');
  const permissions = useFormValue<Permissions>('permissions');
  const allowedPages = useFormValue<string[]>('allowedPages');
  const lockedMaster = isLastMaster ? t.locked.lastMaster : user.isMasterAdmin ? null : t.locked.master;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField {...name} label={t.fields.name} isRequired />
        <TextField {...email} label={t.fields.email} kind="email" isRequired />
        {person === null ? <StartPassword /> : null}
        <RoleField isNew={person === null} />
        <TextField {...roleDescription} label={t.fields.roleDescription} hint={t.hints.roleDescription} />
      </div>
      <PlacesField />
      <CheckField
        {...isMasterAdmin}
        label={t.fields.isMasterAdmin}
        hint={t.hints.isMasterAdmin}
        locked={lockedMaster}
      />
      <FlagsField {...permissions} />
      <PagesField {...allowedPages} canView={permissions.value.canView} />
    </div>
  );
}

function StartPassword() {
  const t = useMessages(peopleFormMessages);
  const password = useFormValue<string>('password');
  return (
    <NewPasswordField
      {...password}
      label={t.fields.password}
      hint={t.hints.password}
      isRequired
      className="sm:col-span-2"
    />
  );
}

/** The role; a new user starts from its flags and pages, until somebody has chosen others. */
function RoleField({ isNew }: { isNew: boolean }) {
  const t = useMessages(peopleFormMessages);
  const { mayGiveRole } = useGranting();
  const roles = useQuery(rolesQuery()).data?.rows ?? [];
  const wordsOf = useRoleWords();
  const form = useFormContext<PersonValues>();
  const role = useFormValue<string>('role');
  const offered = roles.filter((each) => each.isActive && mayGiveRole(each));
  const isShort = offered.length < roles.filter(({ isActive }) => isActive).length;
  const defaultsOf = (key: string) => roles.find((each) => each.key === key);
  const takeDefaults = (key: string) => {
    const defaults = defaultsOf(key);
    if (!defaults) return;
    form.setValue('permissions', defaults.permissions, { shouldDirty: true });
    form.setValue('allowedPages', defaults.allowedPages, { shouldDirty: true });
  };
  const holds = (key: string) => {
    const [defaults, values] = [defaultsOf(key), form.getValues()];
    return (
      defaults !== undefined &&
      JSON.stringify(defaults.permissions) === JSON.stringify(values.permissions) &&
      isSamePages(defaults.allowedPages, values.allowedPages)
    );
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ChoiceField
        {...role}
        label={t.fields.role}
        hint={isShort ? t.hints.role : null}
        isRequired
        options={offered.map((each) => ({ id: each.key, name: wordsOf(each).label }))}
        onChange={(key) => {
          const follows = isNew && holds(role.value);
          role.onChange(key);
          if (follows) takeDefaults(key);
        }}
      />
      <Button size="sm" className="self-start" onClick={() => takeDefaults(role.value)}>
        {t.useDefaults}
      </Button>
    </div>
  );
}

function Preview() {
  const { control } = useFormContext<PersonValues>();
  const values = useWatch({ control }) as PersonValues;
  const actor = actorOf(values);
  const places = usePlaceNames(scopeOf(actor));
  return (
    // It scrolls by itself, so it must be reachable by keyboard.
    <div
      tabIndex={0}
      className="min-w-0 lg:sticky lg:top-0 lg:max-h-[calc(100dvh-12rem)] lg:self-start lg:overflow-y-auto"
    >
      <AccessPreview actor={actor} places={places} />
    </div>
  );
}

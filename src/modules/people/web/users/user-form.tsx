import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { builtInRoles } from '../../role-input.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { userChange, userInput } from '../../user-input.ts';
import { type Actor, type Permissions, type Scope, getScope } from '#core/permissions.ts';
import type { ResourceRow, ResourceSource } from '#modules/master-data/web/queries/resources.ts';
import { createPerson } from '../queries/people-writes.ts';
import { type Person, readPerson, type RoleEntry, rolesQuery } from '../queries/people.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { ReferencesField } from '#platform/web/form/references-field.tsx';
import { TextField } from '#platform/web/form/text-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { isBranch, canSupply, useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { formatList } from '#platform/web/format/list.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { getRegistrationFailureMessage } from '#platform/web/session/failure.ts';
import { useUser } from '#platform/web/session/session.ts';
import { EditForm } from '#modules/master-data/web/form/edit-form.tsx';
import { type CreateOverride, useSaveResource } from '#modules/master-data/web/form/use-save-resource.ts';
import { AccessPreview, FlagsField, PagesField, useGrantRules } from '../access/access.tsx';
import { allowSamePages } from '../access/page-tree.ts';
import { peopleMessages } from '../messages.ts';
import { EditConflict, FormWithPreview, useFormValue } from '../record-panel.tsx';
import { useRoleLabels } from '../people-labels.ts';
import { peopleRowMessages } from '../row-messages.ts';
import { NewPasswordField } from './new-password.tsx';
import { useConfirmResponsibilities, useIsLastMasterAdmin } from './user-actions.tsx';

/** Values of the user form; a new user also has a password. */
interface PersonValues extends Record<string, unknown> {
  name: string;
  email: string;
  role: string;
  roleDescription: string;
  isMasterAdmin: boolean;
  permissions: Permissions;
  allowedPages: string[];
  branches: string[];
  kitchens: string[];
  password?: string;
}

const noFlags: Permissions = { canCreate: false, canEdit: false, canDelete: false, canView: false };

/** Form values for a user from the server; null for a new one, who starts with the role's defaults. */
function toFormValues(row: JsonRecord | null, role: RoleEntry | undefined): PersonValues {
  const person = row && readPerson(row);
  if (person) {
    const { name, email, isMasterAdmin, permissions, allowedPages, branches, kitchens } = person;
    const roleDescription = person.roleDescription ?? '';
    return {
      name,
      email,
      role: person.role,
      roleDescription,
      isMasterAdmin,
      permissions,
      allowedPages,
      branches,
      kitchens,
    };
  }
  return {
    name: '',
    email: '',
    role: role?.key ?? '',
    roleDescription: '',
    isMasterAdmin: false,
    permissions: role?.permissions ?? noFlags,
    allowedPages: role?.allowedPages ?? [],
    branches: [],
    kitchens: [],
    password: '',
  };
}

/** Converts the form's values to an actor, for the access rules. */
function toActor(values: PersonValues): Actor {
  const { name, email, role, isMasterAdmin, permissions, allowedPages, branches, kitchens } = values;
  return { _id: '', name, email, role, isMasterAdmin, permissions, allowedPages, branches, kitchens };
}

/** Validation schemas with messages in the user's language. */
function buildPersonInput(): { create: z.ZodType; change: z.ZodType } {
  const { short } = getMessages(peopleRowMessages).problems;
  const password = z
    .string()
    .max(200)
    .refine((value) => value.length >= 8, short);
  return { create: userInput.extend({ password, role: z.string().min(1) }), change: userChange };
}

const source: ResourceSource = { collection: 'users', path: '/users' };

/** Creates the user through SPEC's registration on a server that has no other endpoint. */
const createOverride: CreateOverride = { create: createPerson, describeError: getRegistrationFailureMessage };

interface UserFormProps {
  /** Null for a new user. */
  person: Person | null;
  placement: 'panel' | 'page';
  onSaved(row: ResourceRow): void;
  onCancel(): void;
}

/** Form for a user with a preview of the resulting access. */
export function UserForm({ person, placement, onSaved, onCancel }: UserFormProps) {
  const { loading } = useMessages(peopleMessages).roles;
  const { canAssignRole } = useGrantRules();
  const roles = useQuery(rolesQuery());
  const { save, isSaving } = useSaveResource(source, createOverride);
  const confirmation = useConfirmResponsibilities(save);
  if (roles.isPending) return <SkeletonRows label={loading} />;
  const allRoles = roles.data?.rows ?? [];
  const assignableRoles = allRoles.filter(canAssignRole);
  const defaultRole = assignableRoles.find(({ key }) => key === 'custom_role_sk') ?? assignableRoles[0];
  const input = buildPersonInput();
  const row = person && { _id: person._id, name: person.name, isActive: true, values: { ...person } };
  return (
    <>
      <EditForm
        row={row}
        slot={`users.${row?._id ?? 'new'}`}
        getInitialValues={(from) => toFormValues(from?.values ?? null, defaultRole)}
        getRules={(base) => ({
          schema: base ? input.change : input.create,
          getKind: (field) => (field === 'email' ? 'email' : undefined),
        })}
        save={confirmation.save}
        isSaving={isSaving}
        onSaved={onSaved}
        placement={placement}
        isWide
        renderConflict={(conflict) => <EditConflict collection="users" {...conflict} />}
        onCancel={onCancel}
      >
        <FormWithPreview preview={<Preview />}>
          <UserFields person={person} />
        </FormWithPreview>
      </EditForm>
      {confirmation.question}
    </>
  );
}

function UserFields({ person }: { person: Person | null }) {
  const t = useMessages(peopleRowMessages);
  const user = useUser();
  const isLastMaster = useIsLastMasterAdmin(person);
  const name = useFormValue<string>('name');
  const email = useFormValue<string>('email');
  const roleDescription = useFormValue<string>('roleDescription');
  const isMasterAdmin = useFormValue<boolean>('isMasterAdmin');
  const permissions = useFormValue<Permissions>('permissions');
  const allowedPages = useFormValue<string[]>('allowedPages');
  const lockedMaster = isLastMaster ? t.users.lastMaster : user.isMasterAdmin ? null : t.locked.master;
  return (
    <>
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField {...name} label={t.fields.name} isRequired />
        <TextField {...email} label={t.fields.email} kind="email" isRequired />
        {person === null ? <InitialPassword /> : null}
        <RoleField isNew={person === null} />
        <TextField {...roleDescription} label={t.fields.roleDescription} hint={t.hints.roleDescription} />
      </div>
      <PlacesField />
      <CheckField
        {...isMasterAdmin}
        label={t.fields.isMasterAdmin}
        hint={t.hints.isMasterAdmin}
        lockedReason={lockedMaster}
      />
      <FlagsField {...permissions} />
      <PagesField {...allowedPages} canView={permissions.value.canView} />
    </>
  );
}

function InitialPassword() {
  const t = useMessages(peopleRowMessages);
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

/** Role field; sets a new user's flags and pages until they are changed manually. */
function RoleField({ isNew }: { isNew: boolean }) {
  const t = useMessages(peopleRowMessages);
  const { canAssignRole } = useGrantRules();
  const roles = useQuery(rolesQuery()).data?.rows ?? [];
  const getRoleTexts = useRoleLabels();
  const form = useFormContext<PersonValues>();
  const role = useFormValue<string>('role');
  const assignable = roles.filter((candidate) => candidate.isActive && canAssignRole(candidate));
  const isRestricted = assignable.length < roles.filter(({ isActive }) => isActive).length;
  const findRole = (key: string) => roles.find((candidate) => candidate.key === key);
  const applyDefaults = (key: string) => {
    const defaults = findRole(key);
    if (!defaults) return;
    form.setValue('permissions', defaults.permissions, { shouldDirty: true });
    form.setValue('allowedPages', defaults.allowedPages, { shouldDirty: true });
  };
  const hasDefaults = (key: string) => {
    const [defaults, values] = [findRole(key), form.getValues()];
    return (
      defaults !== undefined &&
      JSON.stringify(defaults.permissions) === JSON.stringify(values.permissions) &&
      allowSamePages(defaults.allowedPages, values.allowedPages)
    );
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ChoiceField
        {...role}
        label={t.fields.role}
        hint={isRestricted ? t.hints.role : null}
        isRequired
        options={assignable.map((option) => ({ id: option.key, name: getRoleTexts(option).label }))}
        onChange={(key) => {
          const shouldFollow = isNew && hasDefaults(role.value);
          role.onChange(key);
          if (shouldFollow) applyDefaults(key);
        }}
      />
      <Button size="sm" className="self-start" onClick={() => applyDefaults(role.value)}>
        {t.useDefaults}
      </Button>
    </div>
  );
}

function Preview() {
  const { control } = useFormContext<PersonValues>();
  const values = useWatch({ control }) as PersonValues;
  const actor = toActor(values);
  const places = usePlaceNames(getScope(actor));
  return <AccessPreview actor={actor} places={places} />;
}

/** Location fields for a role: built-in roles have one kind or none, custom roles have both. */
function PlacesField() {
  const role = useFormValue<string>('role').value;
  const branches = useFormValue<readonly string[]>('branches');
  const kitchens = useFormValue<readonly string[]>('kitchens');
  const isCustomRole = role !== '' && !builtInRoles.some((candidate) => candidate === role);
  return (
    <>
      {role === 'custom_role_sk' || isCustomRole || branches.value.length > 0 ? (
        <Places kind="branches" isOptional={isCustomRole} {...branches} />
      ) : null}
      {role === 'custom_role_ck' || isCustomRole || kitchens.value.length > 0 ? (
        <Places kind="kitchens" isOptional={isCustomRole} {...kitchens} />
      ) : null}
    </>
  );
}

interface PlacesProps extends ReturnType<typeof useFormValue<readonly string[]>> {
  kind: 'branches' | 'kitchens';
  /** Whether a user without assigned places has access to all of them. */
  isOptional: boolean;
}

function Places({ kind, isOptional, ...field }: PlacesProps) {
  const t = useMessages(peopleRowMessages);
  const user = useUser();
  const { choices, isLoading } = useChoices('branch', kind === 'branches' ? isBranch : canSupply);
  const canAssignAll = getScope(user).kind === 'all';
  const grantable = canAssignAll ? choices : choices.filter(({ _id }) => user[kind].includes(_id));
  const requiredHint = kind === 'branches' ? t.problems.branchNeeded : t.problems.kitchenNeeded;
  const emptyHint = isOptional ? t.problems.allPlaces : requiredHint;
  const hint = field.value.length === 0 ? emptyHint : t.hints[kind];
  return (
    <ReferencesField
      {...field}
      label={t.fields[kind]}
      hint={canAssignAll ? hint : `${hint} ${t.locked.places}`}
      choices={grantable}
      isLoading={isLoading}
    />
  );
}

/** Returns the names of the places in a scope, on one line. */
function usePlaceNames(scope: Scope): string {
  const branches = useQuery(branchesQuery()).data ?? [];
  const ids = scope.kind === 'places' ? [...scope.branches, ...scope.kitchens] : [];
  return formatList(ids.map((id) => branches.find(({ _id }) => _id === id)?.name ?? '…'));
}

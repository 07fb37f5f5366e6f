import { useWatch, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { builtInRoles, roleChange, roleInput } from '../../role-input.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import type { Permissions } from '#core/permissions.ts';
import { readRole, type RoleEntry } from '../queries/people.ts';
import type { ResourceRow, ResourceSource } from '#modules/master-data/web/queries/resources.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { LongTextField, TextField } from '#platform/web/form/text-field.tsx';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { useSaveResource } from '#modules/master-data/web/form/use-save-resource.ts';
import { EditForm } from '#modules/master-data/web/form/edit-form.tsx';
import { AccessPreview, FlagsField, PagesField, useGrantRules } from '../access/access.tsx';
import { EditConflict, FormWithPreview, useFormValue } from '../record-panel.tsx';
import { peopleRowMessages } from '../row-messages.ts';

interface RoleValues extends Record<string, unknown> {
  key: string;
  label: string;
  description: string;
  permissions: Permissions;
  allowedPages: string[];
  requiresReview: boolean;
}

const viewOnly: Permissions = { canCreate: false, canEdit: false, canDelete: false, canView: true };

function toRoleValues(row: JsonRecord | null): RoleValues {
  const role = row && readRole(row);
  return {
    key: role?.key ?? '',
    label: role?.label ?? '',
    description: role?.description ?? '',
    permissions: role?.permissions ?? viewOnly,
    allowedPages: role?.allowedPages ?? ['dashboard'],
    requiresReview: role?.requiresReview ?? false,
  };
}

function buildRoleRules(): { create: z.ZodType; change: z.ZodType } {
  const { key: keyProblem } = getMessages(peopleRowMessages).problems;
  const key = z
    .string()
    .refine((value) => roleInput.shape.key.safeParse(value).success || value === '', keyProblem)
    .min(1);
  return { create: roleInput.extend({ key }), change: roleChange.extend({ key }) };
}

const source: ResourceSource = { collection: 'roles', path: '/roles' };

interface RoleFormProps {
  /** Null for a new role. */
  role: RoleEntry | null;
  placement: 'panel' | 'page';
  onSaved(row: ResourceRow): void;
  onCancel(): void;
}

/** Form for a role: the defaults for its new users. */
export function RoleForm({ role, placement, onSaved, onCancel }: RoleFormProps) {
  const { save, isSaving } = useSaveResource(source);
  const input = buildRoleRules();
  const row = role && { _id: role._id, name: role.label, isActive: role.isActive, values: { ...role } };
  return (
    <EditForm
      row={row}
      slot={`roles.${row?._id ?? 'new'}`}
      getInitialValues={(from) => toRoleValues(from?.values ?? null)}
      getRules={(base) => ({ schema: base ? input.change : input.create })}
      save={save}
      isSaving={isSaving}
      onSaved={onSaved}
      placement={placement}
      isWide
      renderConflict={(conflict) => <EditConflict collection="roles" {...conflict} />}
      onCancel={onCancel}
    >
      <FormWithPreview preview={<Preview />}>
        <RoleFields isNew={role === null} />
      </FormWithPreview>
    </EditForm>
  );
}

function RoleFields({ isNew }: { isNew: boolean }) {
  const { isReviewed } = useGrantRules();
  const t = useMessages(peopleRowMessages);
  const key = useFormValue<string>('key');
  const label = useFormValue<string>('label');
  const description = useFormValue<string>('description');
  const permissions = useFormValue<Permissions>('permissions');
  const allowedPages = useFormValue<string[]>('allowedPages');
  const requiresReview = useFormValue<boolean>('requiresReview');
  return (
    <>
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField {...label} label={t.fields.label} isRequired />
        {isNew ? <TextField {...key} label={t.fields.key} hint={t.hints.key} isRequired /> : null}
      </div>
      <LongTextField {...description} label={t.fields.description} />
      <FlagsField {...permissions} hint={t.hints.permissions} />
      <CheckField
        {...requiresReview}
        label={t.fields.requiresReview}
        hint={t.hints.requiresReview}
        lockedReason={isReviewed && requiresReview.value ? t.locked.reviewed : null}
      />
      <PagesField {...allowedPages} canView={permissions.value.canView} />
    </>
  );
}

/** Preview of a user with this role at one location. */
function Preview() {
  const t = useMessages(peopleRowMessages).roles;
  const { control } = useFormContext<RoleValues>();
  const { key, permissions, allowedPages } = useWatch({ control }) as RoleValues;
  const actor = {
    _id: '',
    name: '',
    email: '',
    role: key,
    isMasterAdmin: key === 'master_admin',
    permissions,
    allowedPages,
    // Branch and kitchen users have assigned places; other users without any have access to all places.
    branches: key === 'custom_role_sk' ? ['own'] : [],
    kitchens: key === 'custom_role_ck' ? ['own'] : [],
  };
  const isBuiltIn = builtInRoles.some((role) => role === key);
  return (
    <AccessPreview
      actor={actor}
      places={t.ownPlaces}
      {...(!isBuiltIn && { allLocationsText: t.allOrAssigned })}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { type Scope, scopeOf } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { ReferencesField } from '#src/components/form/references-field.tsx';
import { formatList } from '#src/lib/format/list.ts';
import { isBranch, isSupplying, useChoices } from '#src/entities/reference/use-choices.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { peopleFormMessages } from '../form-messages.ts';
import { useFormValue } from '../form-value.ts';

/** The places that a role is about: branches for a branch user, kitchens for a kitchen user, none for others. */
export function PlacesField() {
  const role = useFormValue<string>('role').value;
  const branches = useFormValue<readonly string[]>('branches');
  const kitchens = useFormValue<readonly string[]>('kitchens');
  return (
    <>
      {role === 'custom_role_sk' || branches.value.length > 0 ? (
        <Places kind="branches" {...branches} />
      ) : null}
      {role === 'custom_role_ck' || kitchens.value.length > 0 ? (
        <Places kind="kitchens" {...kitchens} />
      ) : null}
    </>
  );
}

interface PlacesProps extends ReturnType<typeof useFormValue<readonly string[]>> {
  kind: 'branches' | 'kitchens';
}

function Places({ kind, ...field }: PlacesProps) {
  const t = useMessages(peopleFormMessages);
  const user = useUser();
  const { choices, isLoading } = useChoices('branch', kind === 'branches' ? isBranch : isSupplying);
  const givesAll = scopeOf(user).kind === 'all';
  const own = givesAll ? choices : choices.filter(({ _id }) => user[kind].includes(_id));
  const empty = kind === 'branches' ? t.problems.branchNeeded : t.problems.kitchenNeeded;
  const said = field.value.length === 0 ? empty : t.hints[kind];
  return (
    <ReferencesField
      {...field}
      label={t.fields[kind]}
      hint={givesAll ? said : `${said} ${t.locked.places}`}
      choices={own}
      isLoading={isLoading}
    />
  );
}

/** The names of the places somebody sees, in one line. */
export function usePlaceNames(scope: Scope): string {
  const branches = useQuery(branchesQuery()).data ?? [];
  const ids = scope.kind === 'branches' ? scope.branches : scope.kind === 'kitchens' ? scope.kitchens : [];
  return formatList(ids.map((id) => branches.find(({ _id }) => _id === id)?.name ?? '…'));
}

import { useQuery } from '@tanstack/react-query';
import { type JsonRecord, text } from '#contract/tolerant.ts';
import { mayRead } from '#domain/permissions.ts';
import { auditQuery } from '#src/collections/people/audit.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { rolesQuery } from '#src/collections/people/people.ts';
import { useUser } from '#src/lib/session/session.ts';
import { ConflictTable } from '#src/components/form/conflict-table.tsx';
import type { Conflict } from '#src/master-data/form/edit-form.tsx';
import { useAuditWords } from './audit/audit-words.ts';
import { useRoleWords } from './roles/use-role-words.ts';

interface EditConflictProps extends Conflict {
  entity: 'users' | 'roles';
}

/** Somebody else saved a user or a role first: who, and what differs, with names for places and roles. */
export function EditConflict({ entity, current, theirs, mine, fields, ...choice }: EditConflictProps) {
  const { changesBetween } = useAuditWords();
  const namesOf = useNamesOf();
  const user = useUser();
  const last = useQuery({
    ...auditQuery({ entity, entityId: current._id, limit: 1 }),
    enabled: mayRead(user, 'audit'),
  });
  const only = (values: JsonRecord) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  const rows = changesBetween(entity, only(theirs), only(mine), namesOf);
  return (
    <ConflictTable
      {...choice}
      name={text(current.values['label']) ?? current.name}
      who={last.data?.rows[0]?.userName ?? null}
      rows={rows.map(({ field, label, before, after }) => ({
        key: field,
        label,
        theirs: before,
        mine: after,
      }))}
    />
  );
}

/** What the values of a field are called, by field: places by their ids, roles by their keys. */
function useNamesOf(): (field: string) => JsonRecord {
  const branches = useQuery(branchesQuery()).data ?? [];
  const roles = useQuery(rolesQuery()).data?.rows ?? [];
  const wordsOf = useRoleWords();
  const places = Object.fromEntries(branches.map(({ _id, name }) => [_id, name]));
  const names: Readonly<Record<string, JsonRecord>> = {
    branches: places,
    kitchens: places,
    role: Object.fromEntries(roles.map((role) => [role.key, wordsOf(role).label])),
  };
  return (field) => names[field] ?? {};
}

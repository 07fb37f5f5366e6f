import type { JsonRecord } from '#contract/tolerant.ts';
import { ConflictTable } from '#src/resources/form/conflict-table.tsx';
import { useAuditWords } from './audit/audit-words.ts';

interface EditConflictProps {
  entity: 'users' | 'roles';
  name: string;
  theirs: JsonRecord;
  mine: JsonRecord;
  onTakeTheirs(): void;
  onKeepMine(): void;
}

/** Somebody else saved a user or a role first. */
export function EditConflict({ entity, theirs, mine, ...choice }: EditConflictProps) {
  const { changesBetween } = useAuditWords();
  const rows = changesBetween(entity, theirs, mine).map(({ field, label, before, after }) => ({
    key: field,
    label,
    theirs: before,
    mine: after,
  }));
  return <ConflictTable {...choice} who={null} rows={rows} />;
}

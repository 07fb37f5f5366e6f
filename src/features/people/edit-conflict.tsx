import type { JsonRecord } from '#contract/tolerant.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader } from '#src/components/ui/table.tsx';
import { formTexts } from '#src/resources/form/messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useAuditWords } from './audit-words.ts';

interface EditConflictProps {
  entity: 'users' | 'roles';
  name: string;
  theirs: JsonRecord;
  mine: JsonRecord;
  onTakeTheirs(): void;
  onKeepMine(): void;
}

/** Somebody else saved first: what stands there now, what stands here, and which one stays. */
export function EditConflict({ entity, name, theirs, mine, onTakeTheirs, onKeepMine }: EditConflictProps) {
  const t = useMessages(formTexts).conflict;
  const { changesBetween } = useAuditWords();
  return (
    <section role="alert" className="flex flex-col gap-3 rounded-md border border-status-amber p-3 text-sm">
      <div>
        <h3 className="font-semibold">{t.title(name)}</h3>
        <p className="text-muted-foreground">{t.bySomebody}</p>
      </div>
      <Table aria-label={t.title(name)}>
        <TableHeader>
          <tr>
            <TableHead>{t.field}</TableHead>
            <TableHead>{t.theirs}</TableHead>
            <TableHead>{t.mine}</TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {changesBetween(entity, theirs, mine).map(({ field, label, before, after }) => (
            <tr key={field}>
              <TableCell className="text-muted-foreground">{label}</TableCell>
              <TableCell>
                <bdi>{before}</bdi>
              </TableCell>
              <TableCell>
                <bdi>{after}</bdi>
              </TableCell>
            </tr>
          ))}
        </TableBody>
      </Table>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onTakeTheirs}>{t.takeTheirs}</Button>
        <Button onClick={onKeepMine}>{t.keepMine}</Button>
      </div>
    </section>
  );
}

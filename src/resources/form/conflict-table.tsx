import { Button } from '#src/components/ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader } from '#src/components/ui/table.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { formTexts } from './messages.ts';

interface ConflictTableProps {
  /** What the row is called. */
  name: string;
  /** Who saved first; null where the server does not say. */
  who: string | null;
  /** Fields that they or the person changed, in words. */
  rows: readonly { key: string; label: string; theirs: string; mine: string }[];
  onTakeTheirs(): void;
  onKeepMine(): void;
}

/** Somebody else saved first: what stands there now, what stands here, and which one stays. */
export function ConflictTable({ name, who, rows, onTakeTheirs, onKeepMine }: ConflictTableProps) {
  const t = useMessages(formTexts).conflict;
  return (
    <section role="alert" className="flex flex-col gap-3 rounded-md border border-status-amber p-3 text-sm">
      <div>
        <h3 className="font-semibold">{t.title(name)}</h3>
        <p className="text-muted-foreground">{who ? t.by(who) : t.bySomebody}</p>
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
          {rows.map(({ key, label, theirs, mine }) => (
            <tr key={key}>
              <TableCell className="text-muted-foreground">{label}</TableCell>
              <TableCell>
                <bdi>{theirs}</bdi>
              </TableCell>
              <TableCell>
                <bdi>{mine}</bdi>
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

import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader } from '#platform/web/ui/table.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { conflictMessages } from './conflict-messages.ts';

export interface ConflictRow {
  key: string;
  label: string;
  theirs: string;
  mine: string;
}

interface ConflictTableProps {
  /** Name of the row or document. */
  name: string;
  /** User who saved first; null if unknown. */
  changedBy: string | null;
  /** Fields that both users changed, formatted. */
  rows: readonly ConflictRow[];
  onTakeTheirs(): void;
  onKeepMine(): void;
  /** Resolves one field; omitted: all fields are resolved together. */
  onChoose?(key: string, side: 'theirs' | 'mine'): void;
}

/** Shows both versions of a conflict side by side, and lets the user choose. */
export function ConflictTable({
  name,
  changedBy,
  rows,
  onTakeTheirs,
  onKeepMine,
  onChoose,
}: ConflictTableProps) {
  const t = useMessages(conflictMessages);
  return (
    <Frame title={t.title(name)} text={changedBy ? t.savedBy(changedBy) : t.savedBySomeone}>
      <Rows title={t.title(name)} rows={rows} {...(onChoose && rows.length > 1 ? { onChoose } : {})} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onTakeTheirs}>{t.takeTheirs}</Button>
        <Button onClick={onKeepMine}>{t.keepMine}</Button>
      </div>
    </Frame>
  );
}

/** Shows changes that can no longer be saved next to the current values, until the user discards them. */
export function UnsavableChangesTable({
  name,
  rows,
  onDiscard,
}: {
  name: string;
  rows: readonly ConflictRow[];
  onDiscard(): void;
}) {
  const t = useMessages(conflictMessages);
  return (
    <Frame title={t.lockedTitle(name)} text={t.lockedText}>
      <Rows title={t.lockedTitle(name)} rows={rows} />
      <div>
        <Button onClick={onDiscard}>{t.discard}</Button>
      </div>
    </Frame>
  );
}

function Frame({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section role="alert" className="flex flex-col gap-3 rounded-md border border-status-amber p-3 text-sm">
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="text-muted-foreground">{text}</p>
      </div>
      {children}
    </section>
  );
}

interface RowsProps {
  title: string;
  rows: readonly ConflictRow[];
  onChoose?(key: string, side: 'theirs' | 'mine'): void;
}

function Rows({ title, rows, onChoose }: RowsProps) {
  const t = useMessages(conflictMessages);
  return (
    <Table aria-label={title}>
      <TableHeader>
        <tr>
          <TableHead>{t.field}</TableHead>
          <TableHead>{t.theirs}</TableHead>
          <TableHead>{t.mine}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map(({ key, label, theirs, mine }) => (
          <tr key={key} className={cn(onChoose && 'border-b last:border-b-0')}>
            <TableCell className="text-muted-foreground">{label}</TableCell>
            {(['theirs', 'mine'] as const).map((side) => (
              <TableCell key={side}>
                <bdi className="block">{(side === 'theirs' ? theirs : mine) || t.none}</bdi>
                {onChoose ? (
                  <Button
                    size="sm"
                    variant="link"
                    className="px-0"
                    aria-label={side === 'theirs' ? t.takeTheirsForField(label) : t.keepMineForField(label)}
                    onClick={() => onChoose(key, side)}
                  >
                    {side === 'theirs' ? t.takeTheirs : t.keepMine}
                  </Button>
                ) : null}
              </TableCell>
            ))}
          </tr>
        ))}
      </TableBody>
    </Table>
  );
}

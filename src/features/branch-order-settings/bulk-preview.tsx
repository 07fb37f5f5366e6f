import {
  numeric,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#src/components/ui/table.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { BulkStep } from './level-bulk.ts';
import { settingsMessages } from './messages.ts';

const shown = 50;
const fields = ['min', 'par', 'max'] as const;

/** What becomes of the first items, before and after; how many there are in all. */
export function BulkPreview({ steps, all }: { steps: readonly BulkStep[]; all: number }) {
  const t = useMessages(settingsMessages);
  return (
    <section aria-label={t.bulk.preview} className="pt-4">
      <p role="status" className="pb-2 text-muted-foreground text-sm">
        {t.bulk.changes(steps.length, all - steps.length)}
      </p>
      {steps.length === 0 ? null : (
        <Table aria-label={t.bulk.preview}>
          <TableHeader>
            <tr>
              <TableHead>{t.levels.columns.item}</TableHead>
              {fields.map((field) => (
                <TableHead key={field} className={numeric}>
                  {t.levels.columns[field]}
                </TableHead>
              ))}
            </tr>
          </TableHeader>
          <TableBody>
            {steps.slice(0, shown).map(({ row, before, after }) => (
              <TableRow key={row.itemId}>
                <TableCell>
                  <bdi>{row.name}</bdi>
                </TableCell>
                {fields.map((field) => (
                  <TableCell key={field} className={numeric}>
                    {before[field] === after[field] ? (
                      <span className="text-muted-foreground">{formatQuantity(after[field])}</span>
                    ) : (
                      <>
                        <del className="text-muted-foreground">{formatQuantity(before[field])}</del>{' '}
                        <ins className="font-medium no-underline">{formatQuantity(after[field])}</ins>
                      </>
                    )}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {steps.length > shown ? (
        <p className="pt-2 text-muted-foreground text-xs">{t.bulk.more(steps.length - shown)}</p>
      ) : null}
    </section>
  );
}

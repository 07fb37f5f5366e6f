import { sameValue } from '#domain/same-value.ts';
import type { ReviewDetail } from '#contract/reviews.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader } from '#src/components/ui/table.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf } from '#contract/resources/index.ts';
import { reviewMessages } from './messages.ts';
import { useRowWords } from './review-words.ts';

/** The row before and after, field by field in words; as it was when it was proposed, too, where it has changed since. */
export function ReviewCompare({ review }: { review: ReviewDetail }) {
  const t = useMessages(reviewMessages);
  const { collection, operation, change, base, current, status } = review;
  const isNew = operation === 'create';
  const isOpen = status === 'Pending' || status === 'Returned';
  // Of a decided proposal the row as it is now would tell nothing: it has changed since.
  const before = isOpen ? current : base;
  const fields = Object.keys(change).filter((field) => !isNew || !isNothing(change[field]));
  const order = Object.keys(definitionOf(collection).allFields);
  const shown = fields.toSorted((a, b) => place(order, a) - place(order, b));
  const words = useRowWords(collection, shown, { ...current, ...change });
  const isStale = isOpen && base !== null && current !== null && base['version'] !== current['version'];
  if (operation === 'delete') return <p className="text-sm">{t.deletion}</p>;
  return (
    <Table aria-label={isNew ? t.newRow : t.changes}>
      <TableHeader>
        <tr>
          <TableHead>{t.field}</TableHead>
          {isStale ? <TableHead>{t.wasThen}</TableHead> : null}
          {isNew ? null : <TableHead>{t.now}</TableHead>}
          <TableHead>{t.proposed}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {shown.map((field) => {
          const moved = isStale && !sameValue(base[field], current[field]);
          return (
            <tr key={field}>
              <TableCell className="text-muted-foreground">{words.labelOf(field)}</TableCell>
              {isStale ? <Value text={words.valueOf(field, base[field])} /> : null}
              {isNew ? null : <Value text={words.valueOf(field, before?.[field])} isLoud={moved} />}
              <Value text={words.valueOf(field, change[field])} isLoud />
            </tr>
          );
        })}
      </TableBody>
    </Table>
  );
}

function Value({ text, isLoud = false }: { text: string; isLoud?: boolean }) {
  return (
    <TableCell className={isLoud ? 'whitespace-normal font-medium' : 'whitespace-normal'}>
      <bdi className="break-words">{text}</bdi>
    </TableCell>
  );
}

/** Of a new row only what was entered is worth a line. */
function isNothing(value: unknown): boolean {
  if (value === null || value === '' || value === false || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function place(order: readonly string[], field: string): number {
  const at = order.indexOf(field);
  return at < 0 ? order.length : at;
}

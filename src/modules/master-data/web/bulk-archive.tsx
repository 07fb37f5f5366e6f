import type { ResourceRow } from './queries/resources.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { CollectionKey } from '../collections.ts';
import { useRequiresReview } from './review/use-requires-review.ts';
import { rowMessages } from './row-messages.ts';
import { useArchive } from './use-archive.ts';

interface BulkArchiveProps {
  name: CollectionKey;
  rows: readonly ResourceRow[];
  onDone(): void;
}

/** Buttons to archive or restore the selected rows, depending on their state. */
export function BulkArchive({ name, rows, onDone }: BulkArchiveProps) {
  const t = useMessages(rowMessages);
  const archive = useArchive(name);
  const needsReview = useRequiresReview(name);
  const choices = [
    { isActive: true, label: t.restore, affected: rows.filter((row) => !row.isActive) },
    { isActive: false, label: t.archive, affected: rows.filter((row) => row.isActive) },
  ];
  return choices.map(({ isActive, label, affected }) =>
    affected.length === 0 ? null : (
      <Button
        key={label}
        onClick={() => void archive(affected, isActive).then((isDone) => isDone && onDone())}
      >
        {needsReview ? (isActive ? t.review.restore : t.review.archive) : label}
      </Button>
    ),
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportState } from '#contract/imports/wire.ts';
import { ownImportsQuery, undoImport } from '#src/collections/master-data/imports.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { formatCount, formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { undoneText } from './progress-step.tsx';
import { importMessages } from './messages.ts';
import { failureText } from '#src/master-data/reason-text.ts';

/** What this person imported last: the newest can be taken back while nothing depends on it, and what was checked goes on. */
export function LastImports({ kind, onGoOn }: { kind: string; onGoOn(state: ImportState): void }) {
  const all = useMessages(importMessages);
  const t = all.last;
  const queryClient = useQueryClient();
  // One that goes on by itself is looked at again until it is through.
  const { data } = useQuery({
    ...ownImportsQuery(kind),
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? 2000 : false),
  });
  const [undoing, setUndoing] = useState<string | null>(null);
  const finished = (data?.rows ?? []).filter(({ committedAt }) => committedAt !== null);
  const newest = finished.find(({ status }) => status === 'Committed');
  const unfinished = (data?.rows ?? []).filter(isChecked);
  if (finished.length + unfinished.length === 0) return null;

  async function undo({ _id }: ImportState): Promise<void> {
    setUndoing(_id);
    try {
      toast(undoneText(await undoImport(_id)));
    } catch (error) {
      toastError(failureText(error));
    } finally {
      await queryClient.invalidateQueries();
      setUndoing(null);
    }
  }

  return (
    <section aria-label={t.title} className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t.title}</h3>
      <ul className="divide-y rounded-md border text-sm">
        {unfinished.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <bdi className="break-words font-medium">{one.fileName}</bdi>
              <span className="block text-muted-foreground text-xs">
                {formatInstant(one.updatedAt)} · {t.unfinished(formatCount(one.faulty))}
              </span>
            </span>
            <Button size="sm" aria-label={t.goOnWith(one.fileName)} onClick={() => onGoOn(one)}>
              {t.goOn}
            </Button>
          </li>
        ))}
        {finished.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <bdi className="break-words font-medium">{one.fileName || t.typed}</bdi>
              <span className="block text-muted-foreground text-xs">
                {formatInstant(one.committedAt)} ·{' '}
                {t.counts(formatCount(one.created), formatCount(one.changed))}
              </span>
            </span>
            {one.status === 'Undone' ? <Pill>{t.undone}</Pill> : null}
            {isUnderWay(one) ? <Pill>{one.status === 'Undoing' ? t.undoing : t.applying}</Pill> : null}
            {one._id === newest?._id ? (
              <Button
                size="sm"
                disabled={undoing !== null}
                aria-label={t.undoOf(one.fileName || t.typed)}
                onClick={() => void undo(one)}
              >
                {undoing === one._id ? t.undoing : t.undo}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const isUnderWay = ({ status }: ImportState) => status === 'Applying' || status === 'Undoing';

/** Whether all its rows were sent and judged once; a cell may have been put right since. */
const isChecked = ({ committedAt, status, version }: ImportState) =>
  committedAt === null && (status === 'Checked' || version > 1);

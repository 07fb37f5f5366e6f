import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { overtakenItem, sendItemChanges } from '#src/collections/master-data/arranging.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { CheckField } from '#src/components/form/check-field.tsx';
import { ReferenceField } from '#src/components/form/reference-field.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { useChoices } from '#src/entities/reference/use-choices.ts';
import { ArrangeDialog } from './arrange-dialog.tsx';
import { extrasMessages } from './messages.ts';

interface MoveDialogProps {
  rows: readonly ResourceRow[];
  onMoved(): void;
  onClose(): void;
}

/** Asks where items belong, and puts all of them there or none. */
export function MoveDialog({ rows, onMoved, onClose }: MoveDialogProps) {
  const t = useMessages(extrasMessages).move;
  const queryClient = useQueryClient();
  const [target, setTarget] = useState<string | null>(null);
  const [isTakenOff, setTakenOff] = useState(false);
  const { choices, isLoading } = useChoices('sub-categories');
  const isReady = target !== null || isTakenOff;

  async function move(): Promise<void> {
    await sendItemChanges(queryClient, rows, { subCategory: isTakenOff ? null : target });
    toast(t.done(rows.length));
    onClose();
    onMoved();
  }
  function explain(error: unknown): string {
    const name = overtakenItem(error);
    return name === null ? messageOf(error, t.failed) : t.stale(name);
  }

  return (
    <ArrangeDialog
      title={t.title(rows.length)}
      cancel={t.cancel}
      confirm={t.confirm(rows.length)}
      blocked={isReady ? null : t.choose}
      onConfirm={move}
      explain={explain}
      onClose={onClose}
    >
      <ReferenceField
        label={t.into}
        hint={t.hint}
        value={isTakenOff ? null : target}
        locked={isTakenOff ? t.none : null}
        choices={choices.filter(({ isActive }) => isActive !== false)}
        isLoading={isLoading}
        onChange={setTarget}
      />
      <CheckField label={t.takeOff} value={isTakenOff} onChange={setTakenOff} />
    </ArrangeDialog>
  );
}

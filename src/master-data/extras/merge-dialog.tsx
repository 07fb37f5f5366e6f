import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayWrite } from '#domain/permissions.ts';
import type { MergeAnswer } from '#contract/arranging.ts';
import { mergePreviewQuery, sendMerge } from '#src/collections/master-data/arranging.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { ReferenceField } from '#src/components/form/reference-field.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { definitionOf } from '#contract/resources/index.ts';
import { useChoices } from '#src/entities/reference/use-choices.ts';
import { useRowAddress } from '../row-address.ts';
import { ArrangeDialog } from './arrange-dialog.tsx';
import type { Mergeable } from './merge-button.tsx';
import { extrasMessages } from './messages.ts';

interface MergeDialogProps {
  name: Mergeable;
  row: ResourceRow;
  into: string | null;
  onClose(): void;
}

/** Asks what takes a row over, and says what moves before anything does. */
export function MergeDialog({ name, row, into, onClose }: MergeDialogProps) {
  const t = useMessages(extrasMessages).merge;
  const resource = definitionOf(name);
  const queryClient = useQueryClient();
  const address = useRowAddress();
  const user = useUser();
  const [target, setTarget] = useState(into);
  const { choices, isLoading } = useChoices(name);
  const others = choices.filter(({ _id, isActive }) => _id !== row._id && isActive !== false);
  const chosen = others.find(({ _id }) => _id === target);
  const preview = useQuery({
    ...mergePreviewQuery(resource, row._id, target ?? ''),
    enabled: target !== null,
  });
  const mayMove = preview.data?.items === 0 || mayWrite(user, 'items', 'canEdit');
  const blocked = target === null ? t.choose : !preview.data ? t.loading : mayMove ? null : t.noItems;

  async function merge(into: string): Promise<void> {
    const { items } = await sendMerge(queryClient, resource, row, into);
    toast(t.done(row.name, chosen?.name ?? '', items));
    onClose();
    if (address.row === row._id) void address.go({});
  }

  return (
    <ArrangeDialog
      title={t.title(row.name)}
      cancel={t.cancel}
      confirm={t.confirm}
      blocked={blocked}
      onConfirm={async () => (target === null ? undefined : merge(target))}
      explain={(error) => messageOf(error, t.failed)}
      onClose={onClose}
    >
      <ReferenceField
        label={t.into}
        isRequired
        value={target}
        choices={others}
        isLoading={isLoading}
        onChange={setTarget}
      />
      <div role="status" className="flex min-h-[4lh] flex-col gap-1 text-sm">
        {target === null ? (
          <p className="text-muted-foreground">{t.choose}</p>
        ) : preview.data ? (
          <Told moved={preview.data} from={row.name} into={chosen?.name ?? ''} />
        ) : preview.error ? (
          <p>{messageOf(preview.error, t.failed)}</p>
        ) : (
          <p className="text-muted-foreground">{t.loading}</p>
        )}
      </div>
    </ArrangeDialog>
  );
}

function Told({ moved, from, into }: { moved: MergeAnswer; from: string; into: string }) {
  const t = useMessages(extrasMessages).merge;
  return (
    <>
      <p className="font-medium">
        {moved.items === 0 ? `${t.nothing}.` : t.preview(t.items(moved.items), into)}
      </p>
      {moved.subCategories > 0 ? <p>{t.subCategories(moved.subCategories)}</p> : null}
      {moved.merged > 0 ? <p>{t.merged(moved.merged)}</p> : null}
      <p className="text-muted-foreground">{t.archived(from)}</p>
    </>
  );
}

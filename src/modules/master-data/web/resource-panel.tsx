import type { ComponentType, ReactNode } from 'react';
import type { ResourceRow } from './queries/resources.ts';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import type { CollectionKey } from '../collections.ts';
import { resourceListMessages } from './list-messages.ts';
import { resourceMessages } from './messages.ts';
import { RowBody, rowParts } from './row-body.tsx';
import type { RowFormProps } from './row-form.tsx';
import { useOpenRowState } from './use-open-row.ts';

interface ResourcePanelProps {
  name: CollectionKey;
  id: string;
  listedRow: ResourceRow | undefined;
  isEditable: boolean;
  form?: ComponentType<RowFormProps> | undefined;
  renderActions: ((row: ResourceRow) => ReactNode) | undefined;
  onClose(): void;
}

/** Panel of one row next to its list: fields or form. */
export function ResourcePanel({
  name,
  id,
  listedRow,
  isEditable,
  form,
  renderActions,
  onClose,
}: ResourcePanelProps) {
  const t = useMessages(resourceListMessages);
  const { one } = useMessages(resourceMessages)[name];
  const open = useOpenRowState({ name, id, listedRow, isEditable });
  const parts = useLazyModuleWhen(isEditable, rowParts);
  const { row } = open;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={open.title}
        description={
          open.isNew ? undefined : (
            <span className="flex flex-wrap items-center gap-2">
              {one}
              {row && !row.isActive ? <Pill>{t.archived}</Pill> : null}
            </span>
          )
        }
        footer={
          // All buttons render together, so that none is remounted while it is pressed.
          open.isForm || !row ? null : !isEditable ? (
            renderActions?.(row)
          ) : parts ? (
            <parts.RowActions
              name={name}
              row={row}
              additionalActions={renderActions?.(row)}
              onDeleted={onClose}
            />
          ) : null
        }
      >
        <RowBody name={name} open={open} isEditable={isEditable} form={form} placement="panel" />
      </SheetContent>
    </Dialog>
  );
}

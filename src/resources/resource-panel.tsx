import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ResourceRow, resourceRowQuery } from '#src/collections/resources.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type ResourceName } from './definitions.ts';
import { resourceListMessages } from './list-messages.ts';
import { resourceMessages } from './messages.ts';
import { ResourceFacts } from './resource-facts.tsx';
import { useRowAddress } from './row-address.ts';
import { RowForm } from './row-form.tsx';
import { rowMessages } from './row-messages.ts';
import { rowParts } from './row-parts.ts';
import { usePartWhen } from '#src/lib/part.ts';
import { useRights } from './use-rights.ts';

interface ResourcePanelProps {
  name: ResourceName;
  id: string;
  /** The row, where the list beside it has it. */
  inList: ResourceRow | undefined;
  /** Whether rows are made and changed here; what the person may not do is not offered either way. */
  isEditable: boolean;
  actionsOf: ((row: ResourceRow) => ReactNode) | undefined;
  onClose(): void;
}

/** One row beside the list it came from: with all its fields, or as a form. */
export function ResourcePanel({ name, id, inList, isEditable, actionsOf, onClose }: ResourcePanelProps) {
  const t = useMessages(resourceListMessages);
  const words = useMessages(rowMessages);
  const { one } = useMessages(resourceMessages)[name];
  const address = useRowAddress();
  const rights = useRights(definitionOf(name));
  const asked = useQuery({
    ...resourceRowQuery(definitionOf(name), id),
    enabled: inList === undefined && !address.isNew,
  });
  const row = inList ?? asked.data;
  const parts = usePartWhen(isEditable, rowParts);
  const isNew = address.isNew && isEditable && rights.canCreate;
  const isForm = isNew || (isEditable && rights.canEdit && address.edit === true && row !== undefined);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={
          isNew
            ? words.create(one)
            : row
              ? isForm
                ? words.editing(row.name)
                : row.name
              : asked.error
                ? t.rowFailed
                : t.loading(one)
        }
        description={
          isNew ? undefined : (
            <span className="flex flex-wrap items-center gap-2">
              {one}
              {row && !row.isActive ? <Pill>{t.archived}</Pill> : null}
            </span>
          )
        }
        footer={
          isForm || !row ? null : (
            <>
              {parts ? <parts.RowActions name={name} row={row} onGone={onClose} /> : null}
              {actionsOf?.(row)}
            </>
          )
        }
      >
        {isForm ? (
          <RowForm key={id} name={name} row={isNew ? null : (row ?? null)} placement="panel" />
        ) : row ? (
          parts ? (
            <parts.RowTabs name={name} row={row} />
          ) : (
            <ResourceFacts name={name} row={row} />
          )
        ) : asked.error ? (
          <LoadFailed title={t.rowFailed} error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <SkeletonRows label={t.loading(one)} />
        )}
      </SheetContent>
    </Dialog>
  );
}

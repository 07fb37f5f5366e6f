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

interface ResourcePanelProps {
  name: ResourceName;
  id: string;
  /** The row, where the list beside it has it. */
  inList: ResourceRow | undefined;
  actionsOf: ((row: ResourceRow) => ReactNode) | undefined;
  onClose(): void;
}

/** One row with all its fields, beside the list it came from. */
export function ResourcePanel({ name, id, inList, actionsOf, onClose }: ResourcePanelProps) {
  const t = useMessages(resourceListMessages);
  const { one } = useMessages(resourceMessages)[name];
  const asked = useQuery({ ...resourceRowQuery(definitionOf(name), id), enabled: inList === undefined });
  const row = inList ?? asked.data;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={row?.name ?? (asked.error ? t.rowFailed : t.loading(one))}
        description={
          <span className="flex flex-wrap items-center gap-2">
            {one}
            {row && !row.isActive ? <Pill>{t.archived}</Pill> : null}
          </span>
        }
        footer={row ? actionsOf?.(row) : null}
      >
        {row ? (
          <ResourceFacts name={name} row={row} />
        ) : asked.error ? (
          <LoadFailed title={t.rowFailed} error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <SkeletonRows label={t.loading(one)} />
        )}
      </SheetContent>
    </Dialog>
  );
}

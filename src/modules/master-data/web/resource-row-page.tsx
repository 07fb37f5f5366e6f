import type { ComponentType, ReactNode } from 'react';
import type { ResourceRow } from './queries/resources.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import type { CollectionKey } from '../collections.ts';
import { resourceListMessages } from './list-messages.ts';
import { resourceMessages } from './messages.ts';
import { useRowAddress } from './row-address.ts';
import { RowBody, rowParts } from './row-body.tsx';
import type { RowFormProps } from './row-form.tsx';
import { RowPage } from './row-page.tsx';
import { useOpenRowState } from './use-open-row.ts';

interface ResourceRowPageProps {
  name: CollectionKey;
  id: string;
  form?: ComponentType<RowFormProps>;
  /** Additional actions of the row. */
  renderActions?: ((row: ResourceRow) => ReactNode) | undefined;
}

/** One row as a page (`&full=true`). */
export function ResourceRowPage({ name, id, form, renderActions }: ResourceRowPageProps) {
  const t = useMessages(resourceListMessages);
  const { one } = useMessages(resourceMessages)[name];
  const address = useRowAddress();
  const open = useOpenRowState({ name, id, isEditable: true });
  const parts = useLazyModuleWhen(true, rowParts);
  const { row } = open;
  const closeRow = () => void address.go({});
  return (
    <RowPage
      title={open.title}
      note={
        <span className="flex items-center gap-2">
          {one}
          {row && !row.isActive ? <Pill>{t.archived}</Pill> : null}
        </span>
      }
      actions={
        parts && row && !open.isForm ? (
          <>
            {renderActions?.(row)}
            <parts.RowActions name={name} row={row} onDeleted={closeRow} />
          </>
        ) : null
      }
      onClose={closeRow}
    >
      <RowBody name={name} open={open} isEditable form={form} placement="page" />
    </RowPage>
  );
}

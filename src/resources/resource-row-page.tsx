import { ArrowLeft } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { ResourceRow } from '#src/collections/resources.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { usePartWhen } from '#src/lib/part.ts';
import type { ResourceName } from './definitions.ts';
import { resourceListMessages } from './list-messages.ts';
import { resourceMessages } from './messages.ts';
import { useRowAddress } from './row-address.ts';
import { RowBody } from './row-body.tsx';
import type { RowFormProps } from './row-form.tsx';
import { rowMessages } from './row-messages.ts';
import { rowParts } from './row-parts.ts';
import { useOpenRowState } from './use-open-row.ts';

interface ResourceRowPageProps {
  name: ResourceName;
  id: string;
  form?: ComponentType<RowFormProps>;
  /** What can be done with the row, besides what every row offers. */
  actionsOf?: ((row: ResourceRow) => ReactNode) | undefined;
}

/** One row as a page of its own (`&full=true`). */
export function ResourceRowPage({ name, id, form, actionsOf }: ResourceRowPageProps) {
  const t = useMessages(resourceListMessages);
  const words = useMessages(rowMessages);
  const { one } = useMessages(resourceMessages)[name];
  const address = useRowAddress();
  const open = useOpenRowState({ name, id, isEditable: true });
  const parts = usePartWhen(true, rowParts);
  const { row } = open;
  const close = () => void address.go({});
  return (
    <Page>
      <Button variant="ghost" size="sm" className="-ms-2 mb-2" onClick={close}>
        <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        {words.backToList}
      </Button>
      <PageHeader
        title={open.title}
        context={
          <span className="flex items-center gap-2">
            {one}
            {row && !row.isActive ? <Pill>{t.archived}</Pill> : null}
          </span>
        }
        actions={
          parts && row && !open.isForm ? (
            <>
              {actionsOf?.(row)}
              <parts.RowActions name={name} row={row} onGone={close} />
            </>
          ) : null
        }
      />
      <div className="max-w-3xl">
        <RowBody name={name} open={open} isEditable form={form} placement="page" />
      </div>
    </Page>
  );
}

import type { ComponentType } from 'react';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import type { CollectionKey } from '../collections.ts';
import { resourceListMessages } from './list-messages.ts';
import { resourceMessages } from './messages.ts';
import { ResourceFacts } from './resource-facts.tsx';
import { RowForm, type RowFormProps } from './row-form.tsx';
import type { OpenRowState } from './use-open-row.ts';

interface RowBodyProps {
  name: CollectionKey;
  open: OpenRowState;
  isEditable: boolean;
  /** Custom form. */
  form?: ComponentType<RowFormProps> | undefined;
  placement: 'panel' | 'page';
}

/** A row as a form or as text, with its loading and error states. */
export function RowBody({ name, open, isEditable, form: Form = RowForm, placement }: RowBodyProps) {
  const t = useMessages(resourceListMessages);
  const { one } = useMessages(resourceMessages)[name];
  const parts = useLazyModuleWhen(isEditable, rowParts);
  const { row } = open;
  if (open.isForm) return <Form name={name} row={row ?? null} placement={placement} />;
  if (row) return parts ? <parts.RowTabs name={name} row={row} /> : <ResourceFacts name={name} row={row} />;
  if (open.error) return <LoadFailed title={t.rowFailed} error={open.error} onRetry={open.retry} />;
  return <SkeletonRows label={t.loading(one)} />;
}

/** Actions, usage and history of an open row; loaded with the first one. */
export const rowParts = lazyModule(async () => {
  const [{ RowActions }, { RowTabs }] = await Promise.all([
    import('./row-actions.tsx'),
    import('./row-tabs.tsx'),
  ]);
  return { RowActions, RowTabs };
});

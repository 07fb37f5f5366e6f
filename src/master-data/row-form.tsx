import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ResourceRow, resourceRowQuery } from '#src/collections/master-data/resources.ts';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { definitionOf, type CollectionKey } from '#contract/resources/index.ts';
import { copyOf, copySlot } from './copy-of.ts';
import { initialValues } from './initial-values.ts';
import { rowMessages } from './row-messages.ts';
import { useRowAddress } from './row-address.ts';

/** Forms come with the first New or Edit. */
const form = lazyModule(() => import('./form/resource-form.tsx'));

export interface RowFormProps {
  name: CollectionKey;
  /** The row to change; null for a new one. */
  row: ResourceRow | null;
  placement: 'panel' | 'page';
}

/** The form of the row that the address names. */
export function RowForm({ name, row, placement }: RowFormProps) {
  const t = useMessages(rowMessages);
  const address = useRowAddress();
  const resource = definitionOf(name);
  const loaded = useLazyModuleWhen(true, form);
  const { from } = address;
  const user = useUser();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const copied = useQuery({
    ...resourceRowQuery(resource, from ?? ''),
    enabled: row === null && from !== undefined,
  });
  const isReady = loaded !== null && (from === undefined || !copied.isPending);
  if (!isReady) return <SkeletonRows label={t.formLoading} rows={5} />;
  return (
    <loaded.ResourceForm
      name={name}
      row={row}
      initial={copied.data ? copyOf(resource, copied.data.values) : initialValues(resource, search, user)}
      slot={row ? undefined : from && copySlot(from)}
      placement={placement}
      onSaved={(saved) => {
        toast(t.saved(saved.name));
        void address.go({ row: saved._id }, { replace: true });
      }}
      onCancel={() => void address.go(row ? { row: row._id } : {}, { replace: row !== null })}
    />
  );
}

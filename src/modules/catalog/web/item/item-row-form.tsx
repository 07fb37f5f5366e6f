import { useQuery } from '@tanstack/react-query';
import { items, itemKinds } from '#modules/items/collection.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { resourceRowQuery } from '#modules/master-data/web/queries/resources.ts';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { toast } from '#platform/web/toast.ts';
import {
  getDuplicateValues,
  getDuplicateSlot,
  RowForm,
  type RowFormProps,
} from '#modules/master-data/web/row-form.tsx';
import { useRowAddress } from '#modules/master-data/web/row-address.ts';
import { itemMessages } from './messages.ts';

const newItemForm = lazyModule(() => import('./new-item-form.tsx'));

interface ItemRowFormProps extends RowFormProps {
  /** Shows only the fields of an item that a branch creates for itself. */
  isShort?: boolean;
}

/** Kinds a branch may create; produced items are created by the kitchen. */
const branchKinds = itemKinds.filter((kind) => kind !== 'semi_finished' && kind !== 'finished');

/**
 * Form of an item in the side panel: a new item with units and first pack, or the fields of an existing one.
 */
export function ItemRowForm({ isShort = false, ...props }: ItemRowFormProps) {
  const t = useMessages(itemMessages);
  const address = useRowAddress();
  const isNew = props.row === null;
  const loaded = useLazyModuleWhen(isNew, newItemForm);
  const { from } = address;
  const original = useQuery({ ...resourceRowQuery(items, from ?? ''), enabled: isNew && from !== undefined });
  if (!isNew) return <RowForm {...props} />;
  if (loaded === null || (from !== undefined && original.isPending))
    return <SkeletonRows label={t.loading} rows={5} />;
  return (
    <loaded.NewItemForm
      initial={original.data ? copyItemValues(original.data.values) : undefined}
      slot={from && getDuplicateSlot(from)}
      isShort={isShort}
      kinds={isShort ? branchKinds : undefined}
      placement={props.placement}
      onSaved={(saved) => {
        toast(t.created(saved.name));
        void address.go({ row: saved._id }, { replace: true });
      }}
      onCancel={() => void address.go({})}
    />
  );
}

/** Copies conversions but not barcodes, which must be unique. */
const copyItemValues = (values: JsonRecord): JsonRecord => ({
  ...getDuplicateValues(items, values),
  barcodes: [],
  conversions: values['conversions'],
});

/** Short form for an item that a branch creates for itself. */
export function BranchItemForm(props: RowFormProps) {
  return <ItemRowForm {...props} isShort />;
}

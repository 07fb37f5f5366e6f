import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ResourceRow, resourceRowQuery } from './queries/resources.ts';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { type CollectionKey, getDefinition } from '../collections.ts';
import { rowMessages } from './row-messages.ts';
import { useRowAddress } from './row-address.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { type Actor, getOwnLocations } from '#core/permissions.ts';

/** Loaded when a form is first opened. */
const form = lazyModule(() => import('./form/resource-form.tsx'));

export interface RowFormProps {
  name: CollectionKey;
  /** The row to change; null for a new one. */
  row: ResourceRow | null;
  placement: 'panel' | 'page';
}

/** The form for the row in the URL. */
export function RowForm({ name, row, placement }: RowFormProps) {
  const t = useMessages(rowMessages);
  const address = useRowAddress();
  const resource = getDefinition(name);
  const loaded = useLazyModuleWhen(true, form);
  const { from } = address;
  const user = useUser();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const original = useQuery({
    ...resourceRowQuery(resource, from ?? ''),
    enabled: row === null && from !== undefined,
  });
  const isReady = loaded !== null && (from === undefined || !original.isPending);
  if (!isReady) return <SkeletonRows label={t.formLoading} rows={5} />;
  return (
    <loaded.ResourceForm
      name={name}
      row={row}
      initial={
        original.data
          ? getDuplicateValues(resource, original.data.values)
          : getInitialValues(resource, search, user)
      }
      slot={row ? undefined : from && getDuplicateSlot(from)}
      placement={placement}
      onSaved={(saved) => {
        toast(t.saved(saved.name));
        void address.go({ row: saved._id }, { replace: true });
      }}
      onCancel={() => void address.go(row ? { row: row._id } : {}, { replace: row !== null })}
    />
  );
}

/**
 * Returns the initial values of a new row, from the list's filters. Also sets the branch if the user has only
 * one, and the device's time zone.
 */
function getInitialValues(
  { allFields }: Resource,
  search: Readonly<Record<string, unknown>>,
  actor: Actor,
): JsonRecord {
  const [ownLocation, ...otherLocations] = getOwnLocations(actor) ?? [];
  return Object.fromEntries(
    Object.entries(allFields).flatMap(([name, { kind, refersTo, isRequired, options }]) => {
      const filter = search[name];
      if (kind === 'choice' && options.includes(String(filter))) return [[name, filter]];
      if (kind === 'timezone') return [[name, Intl.DateTimeFormat().resolvedOptions().timeZone]];
      if (kind !== 'reference') return [];
      if (typeof filter === 'string' && filter !== 'none') return [[name, filter]];
      return refersTo === 'branch' && isRequired && ownLocation && otherLocations.length === 0
        ? [[name, ownLocation]]
        : [];
    }),
  );
}

/** Returns the values for a duplicate: everything but unique fields. */
export function getDuplicateValues({ allFields, unique }: Resource, values: JsonRecord): JsonRecord {
  const uniqueFields = new Set(unique.flatMap((names) => (names.length === 1 ? names : [])));
  return Object.fromEntries(
    Object.keys(allFields).flatMap((name) =>
      uniqueFields.has(name) || !(name in values) ? [] : [[name, values[name]]],
    ),
  );
}

/** Key of the stored draft of a duplicate. */
export const getDuplicateSlot = (id: string): string => `copy.${id}`;

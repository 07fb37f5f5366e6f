import { useQuery } from '@tanstack/react-query';
import { type ResourceRow, resourceRowQuery } from './queries/resources.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getDefinition, type CollectionKey } from '../collections.ts';
import { resourceListMessages } from './list-messages.ts';
import { resourceMessages } from './messages.ts';
import { useRowAddress } from './row-address.ts';
import { rowMessages } from './row-messages.ts';
import { useLastListedRow } from './use-last-listed-row.ts';
import { useRights } from '#platform/web/session/use-rights.ts';

interface OpenRowOptions {
  name: CollectionKey;
  id: string;
  /** The row, if the list next to it contains it. */
  listedRow?: ResourceRow | undefined;
  /** Whether rows can be created and changed here; permissions apply in addition. */
  isEditable: boolean;
}

/** Returns the row in the URL, and whether it is shown or edited. */
export function useOpenRowState({ name, id, listedRow, isEditable }: OpenRowOptions) {
  const t = useMessages(resourceListMessages);
  const rowText = useMessages(rowMessages);
  const { one } = useMessages(resourceMessages)[name];
  const { isNew, edit } = useRowAddress();
  const { canEdit } = useRights(getDefinition(name));
  const lastListed = useLastListedRow(listedRow);
  const rowQuery = useQuery({
    ...resourceRowQuery(getDefinition(name), id),
    enabled: !listedRow && !isNew,
    placeholderData: lastListed,
  });
  // If someone else deletes the row, an open edit form stays open.
  const row = isNew ? undefined : (listedRow ?? rowQuery.data ?? (edit ? lastListed : undefined));
  const isForm = isNew || (isEditable && canEdit && edit === true && row !== undefined);
  const fallbackTitle = rowQuery.error ? t.rowFailed : t.loading(one);
  const rowTitle = row && (isForm ? rowText.editing(row.name) : row.name);
  return {
    row,
    isNew,
    isForm,
    error: rowQuery.error,
    retry: () => void rowQuery.refetch(),
    title: isNew ? rowText.create(one) : (rowTitle ?? fallbackTitle),
  };
}

export type OpenRowState = ReturnType<typeof useOpenRowState>;

import { useQuery } from '@tanstack/react-query';
import type { Mergeable } from '#platform/shapes/bulk-changes.ts';
import { nameKey } from '#core/similar-names.ts';
import { allResourceQuery, type ResourceRow } from '../queries/resources.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getDefinition } from '../../collections.ts';
import { useRights } from '#platform/web/session/use-rights.ts';
import { mergeAndMoveMessages } from './messages.ts';
import { Combine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { lazyView } from '#platform/web/lazy-module.ts';

/** Maximum number of groups shown; once one is merged, the next appears. */
const maxGroups = 5;
const maxNames = 4;

/**
 * Groups of rows with the same name, each with a merge button. Renders nothing if there are no duplicates.
 */
export function DuplicateNames({ name }: { name: Mergeable }) {
  const t = useMessages(mergeAndMoveMessages).merge;
  const resource = getDefinition(name);
  const { canEdit } = useRights(resource);
  const { data } = useQuery({ ...allResourceQuery(resource, { active: true }), enabled: canEdit });
  const groups = data ? findDuplicates(data.rows) : [];
  if (groups.length === 0) return null;
  return (
    <section aria-label={t.duplicates} className="mb-4 rounded-md border border-status-amber p-3 text-sm">
      <h2 className="font-medium">{t.duplicates}</h2>
      <ul>
        {groups.slice(0, maxGroups).map(([first, ...duplicates]) => (
          <li key={first._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
            <span className="min-w-0 flex-1">{t.duplicatesText(formatNames([first, ...duplicates]))}</span>
            {duplicates[0] ? <MergeButton name={name} row={duplicates[0]} into={first._id} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Formats the distinct names of rows, shortened to the first `maxNames`. */
function formatNames(rows: readonly ResourceRow[]): string {
  const distinctNames = [...new Set(rows.map((row) => row.name))];
  return distinctNames.length > maxNames
    ? `${formatList(distinctNames.slice(0, maxNames))}…`
    : formatList(distinctNames);
}

type Group = readonly [ResourceRow, ...ResourceRow[]];

/** Returns groups of rows with the same name; within a group, the oldest row comes first. */
function findDuplicates(rows: readonly ResourceRow[]): Group[] {
  const groups = Map.groupBy(
    rows.toSorted((a, b) => (a._id < b._id ? -1 : 1)),
    ({ name }) => nameKey(name),
  );
  groups.delete('');
  return [...groups.values()].flatMap(([first, ...duplicates]): Group[] =>
    first && duplicates.length > 0 ? [[first, ...duplicates]] : [],
  );
}

const MergeDialog = lazyView(async () => (await import('./dialogs.tsx')).MergeDialog);

interface MergeButtonProps {
  name: Mergeable;
  row: ResourceRow;
  /** Preselected target. */
  into?: string;
  label?: string;
}

/** Button to merge a row into a different one; hidden if the user may not change the collection. */
export function MergeButton({ name, row, into, label }: MergeButtonProps) {
  const t = useMessages(mergeAndMoveMessages).merge;
  const { canEdit } = useRights(getDefinition(name));
  const [isOpen, setOpen] = useState(false);
  if (!canEdit || !row.isActive) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Combine aria-hidden="true" />
        {label ?? t.action}
      </Button>
      {isOpen ? (
        <Suspense>
          <MergeDialog name={name} row={row} into={into ?? null} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

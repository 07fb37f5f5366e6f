import { useQuery } from '@tanstack/react-query';
import { isSameName } from '#domain/similar-names.ts';
import { allResourceQuery, type ResourceRow } from '#src/collections/resources.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf } from '../definitions.ts';
import { useRights } from '../use-rights.ts';
import { type Mergeable, MergeButton } from './merge-button.tsx';
import { extrasMessages } from './messages.ts';

/** Rows whose names say the same, each group with the offer to merge it. Nothing where there are none. */
export function Alike({ name }: { name: Mergeable }) {
  const t = useMessages(extrasMessages).merge;
  const resource = definitionOf(name);
  const { canEdit } = useRights(resource);
  const { data } = useQuery({ ...allResourceQuery(resource, { active: true }), enabled: canEdit });
  const groups = data ? alikeIn(data.rows) : [];
  if (groups.length === 0) return null;
  return (
    <section aria-label={t.alike} className="mb-4 rounded-md border border-status-amber p-3 text-sm">
      <h2 className="font-medium">{t.alike}</h2>
      <ul>
        {groups.map(([first, ...others]) => (
          <li key={first._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
            <span className="min-w-0 flex-1">
              {t.alikeText([first, ...others].map((row) => row.name).join(', '))}
            </span>
            {others[0] ? <MergeButton name={name} row={others[0]} into={first._id} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Group = readonly [ResourceRow, ...ResourceRow[]];

/** The rows that have a namesake, the older one of each group first. */
function alikeIn(rows: readonly ResourceRow[]): Group[] {
  const groups: [ResourceRow, ...ResourceRow[]][] = [];
  for (const row of rows.toSorted((a, b) => (a._id < b._id ? -1 : 1))) {
    const group = groups.find(([first]) => isSameName(first.name, row.name));
    if (group) group.push(row);
    else groups.push([row]);
  }
  return groups.filter((group) => group.length > 1);
}

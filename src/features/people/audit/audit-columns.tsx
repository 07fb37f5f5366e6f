import type { AuditEntry } from '#src/collections/people/audit.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { absent, formatInstant } from '#src/lib/format/format.ts';
import { formatList } from '#src/lib/format/list.ts';
import type { AuditWords, ChangeInWords } from './audit-words.ts';

/** The columns of the audit; files get every change in full. */
export function auditColumns(words: AuditWords): Column<AuditEntry>[] {
  const { columns, more, change } = words.t;
  const sentence = ({ label, before, after }: ChangeInWords) => change(label, before, after);
  return [
    {
      key: 'at',
      label: columns.at,
      cell: ({ at }) => <bdi>{formatInstant(at)}</bdi>,
      value: ({ at }) => at,
      className: 'whitespace-nowrap',
    },
    {
      key: 'who',
      label: columns.who,
      cell: (entry) => (
        <bdi className="block max-w-40 truncate text-left rtl:text-right">{words.whoOf(entry)}</bdi>
      ),
      value: words.whoOf,
    },
    {
      key: 'action',
      label: columns.action,
      cell: ({ action }) => <span className="whitespace-nowrap">{words.actionOf(action)}</span>,
      value: ({ action }) => words.actionOf(action),
      card: 'corner',
    },
    {
      key: 'entity',
      label: columns.entity,
      cell: ({ entity }) => <span className="whitespace-nowrap">{words.collectionOf(entity)}</span>,
      value: ({ entity }) => words.collectionOf(entity),
    },
    {
      key: 'row',
      label: columns.row,
      cell: ({ entityName }) => (
        <bdi className="block max-w-48 truncate text-left rtl:text-right">{entityName ?? absent}</bdi>
      ),
      value: ({ entityName, entityId }) => entityName ?? entityId,
    },
    {
      key: 'changes',
      label: columns.changes,
      cell: (entry) => {
        const [first, ...others] = words.changesOf(entry);
        return first ? (
          <span className="line-clamp-2 max-w-80 break-words">
            <bdi>{sentence(first)}</bdi>
            {others.length > 0 ? ` ${more(others.length)}` : ''}
          </span>
        ) : (
          absent
        );
      },
      value: (entry) => formatList(words.changesOf(entry).map(sentence), true),
    },
    { key: 'ip', label: columns.ip, isOff: true, cell: ({ ip }) => ip ?? absent, value: ({ ip }) => ip },
  ];
}

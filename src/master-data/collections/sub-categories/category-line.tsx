import { Link, type LinkProps } from '@tanstack/react-router';
import { cn } from '#src/lib/cn.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { formatList } from '#src/lib/format/list.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { noneId } from '../../resource-filters.ts';
import { extrasMessages } from '../../extras/messages.ts';
import type { TreeLink, TreeNode } from './tree-nodes.ts';

interface CategoryLineProps {
  node: TreeNode;
  /** Null: not known, or none is told. */
  count: number | null;
  isCurrent: boolean;
  isTabStop: boolean;
  onOpen(node: TreeNode, isOpen: boolean): void;
}

/** Where a line leads: a category narrows the list beside the tree, a sub-category shows its items. */
const links: Record<TreeLink, (id: string) => LinkProps> = {
  all: () => narrowedTo(undefined),
  category: narrowedTo,
  sub: itemsOf,
  none: () => itemsOf(noneId),
};

function narrowedTo(parent: string | undefined): LinkProps {
  const search = (before: Record<string, unknown>) => ({ ...before, parent, page: undefined });
  return { to: '.', search: search as never, replace: true };
}

function itemsOf(subCategory: string): LinkProps {
  return { to: '/sub-category-items', search: { subCategory } as never };
}

/** A category or sub-category with how many items it has. Its arrow opens and closes it; so do the arrow keys. */
export function CategoryLine({ node, count, isCurrent, isTabStop, onOpen }: CategoryLineProps) {
  const t = useMessages(extrasMessages).tree;
  const { kind, id, name, level, isOpen, place, of } = node;
  return (
    <Link
      {...links[kind](id)}
      activeOptions={{ exact: true }}
      role="treeitem"
      aria-level={level}
      aria-setsize={of}
      aria-posinset={place}
      aria-expanded={isOpen ?? undefined}
      aria-current={isCurrent ? 'true' : undefined}
      aria-label={count === null ? name : formatList([name, t.items(count)])}
      tabIndex={isTabStop ? 0 : -1}
      data-row={id}
      className={cn(
        'flex h-8 items-center gap-1 rounded-md pe-2 text-sm hover:bg-accent touch:h-11',
        level === 2 ? 'ps-9 text-muted-foreground' : isOpen === null ? 'ps-7' : '',
        kind === 'none' && 'text-muted-foreground',
        (kind === 'all' || isCurrent) && 'font-medium',
        isCurrent && 'bg-selected',
      )}
    >
      {isOpen === null ? null : (
        <span
          aria-hidden="true"
          title={t.open(name)}
          className={cn(
            'flex h-full w-6 shrink-0 items-center justify-center text-muted-foreground before:size-1.5 before:border-e-2 before:border-b-2 before:transition-transform touch:w-8',
            isOpen ? 'before:rotate-45 rtl:before:-rotate-45' : 'before:-rotate-45 rtl:before:rotate-45',
          )}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            onOpen(node, !isOpen);
          }}
        />
      )}
      <bdi className="min-w-0 flex-1 truncate text-left rtl:text-right">{name}</bdi>
      {count === null ? null : (
        <span className="text-muted-foreground text-xs tabular-nums">{formatCount(count)}</span>
      )}
    </Link>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { itemCategories } from '#modules/item-categories/collection.ts';
import { subCategories } from '../collection.ts';
import { readReference } from '#platform/shapes/tolerant.ts';
import { itemCountsQuery } from '#modules/master-data/web/queries/merge-and-order.ts';
import { allResourceQuery } from '#modules/master-data/web/queries/resources.ts';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { Input } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMedia } from '#platform/web/use-media.ts';
import { type TreeLink, type CategoryTreeNode, buildTreeNodes, getTreeStep } from './tree-nodes.ts';
import { cn } from '#platform/web/cn.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { noneId } from '#modules/master-data/web/resource-filters.ts';
import { subCategoriesMessages } from './messages.ts';

/** With more lines than this, categories start collapsed and can be searched. */
const maxExpandedLines = 60;
const linePx = { fine: 32, coarse: 44 };

/**
 * Tree of categories and sub-categories with item counts; selecting a category filters the list next to it.
 */
export function CategoryTree() {
  const t = useMessages(subCategoriesMessages).tree;
  const { parent }: { parent?: unknown } = useSearch({ strict: false });
  const categories = useQuery(allResourceQuery(itemCategories, { active: true })).data?.rows;
  const subs = useQuery(allResourceQuery(subCategories, { active: true })).data?.rows;
  const categoryCounts = useQuery(itemCountsQuery('category')).data;
  const subCategoryCounts = useQuery(itemCountsQuery('subCategory')).data;
  const uncategorisedCount = subCategoryCounts?.get(null) ?? 0;
  const [q, setQ] = useState('');
  const search = useDeferredValue(q);
  const [openByUser, setOpenByUser] = useState<ReadonlyMap<string, boolean>>(new Map());
  const byCategory = useMemo(
    () => Map.groupBy(subs ?? [], ({ values }) => readReference(values['parent'])?.id),
    [subs],
  );
  const isLong = (categories?.length ?? 0) + (subs?.length ?? 0) > maxExpandedLines;
  const nodes = useMemo(
    () =>
      buildTreeNodes({
        categories: categories ?? [],
        getSubCategories: (category) => byCategory.get(category) ?? [],
        all: t.all,
        none: uncategorisedCount > 0 ? t.uncategorised : null,
        q: search,
        isOpen: (category) => !isLong || category === parent,
        openByUser: (category) => openByUser.get(category),
      }),
    [categories, byCategory, uncategorisedCount, search, isLong, parent, openByUser, t],
  );

  function getCount({ kind, id }: CategoryTreeNode): number | null {
    if (kind === 'all') return null;
    if (kind === 'none') return uncategorisedCount;
    const counts = kind === 'category' ? categoryCounts : subCategoryCounts;
    return counts ? (counts.get(id) ?? 0) : null;
  }

  return (
    <nav
      aria-label={t.title}
      className="mb-4 flex max-h-[70dvh] flex-col gap-2 rounded-md border bg-card p-2 lg:sticky lg:top-16 max-lg:max-h-64"
    >
      {isLong ? (
        <Input
          type="search"
          className="shrink-0"
          aria-label={t.search}
          placeholder={t.search}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      ) : null}
      {nodes.length === 0 ? <p className="px-2 py-1 text-muted-foreground text-sm">{t.noMatch}</p> : null}
      <TreeLines
        nodes={nodes}
        current={typeof parent === 'string' ? parent : 'all'}
        getCount={getCount}
        onOpen={({ id }, isOpen) => setOpenByUser((before) => new Map(before).set(id, isOpen))}
      />
    </nav>
  );
}

interface TreeLinesProps {
  nodes: readonly CategoryTreeNode[];
  /** Id of the line whose rows are listed. */
  current: string;
  getCount(node: CategoryTreeNode): number | null;
  onOpen(node: CategoryTreeNode, isOpen: boolean): void;
}

/** Visible lines with one tab stop; arrow keys move between them. */
function TreeLines({ nodes, current, getCount, onOpen }: TreeLinesProps) {
  const t = useMessages(subCategoriesMessages).tree;
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isCoarse = useMedia('(pointer: coarse)');
  const [lastFocused, setLastFocused] = useState<string | null>(null);
  const indexOf = (nodeId: string | null) => nodes.findIndex(({ id }) => id === nodeId);
  const tabStopIndex = Math.max(0, indexOf(lastFocused) >= 0 ? indexOf(lastFocused) : indexOf(current));
  const { parts, reveal } = useRowWindow({
    list,
    box,
    keys: nodes.map(({ id }) => id),
    estimatedRowPx: isCoarse ? linePx.coarse : linePx.fine,
    getPinned: () => [tabStopIndex],
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = getTreeStep(nodes, tabStopIndex, event.key, document.documentElement.dir === 'rtl');
    const node = nodes[tabStopIndex];
    if (!step || !node) return;
    event.preventDefault();
    if ('focusIndex' in step) reveal(step.focusIndex)?.focus();
    else onOpen(node, step.open);
  }

  return (
    <div ref={box} className="min-h-0 overflow-y-auto">
      <div
        ref={list}
        role="tree"
        aria-label={t.title}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setLastFocused(target.getAttribute('data-row'))}
      >
        {parts.map((part) => {
          if ('px' in part) return <div key={`gap ${part.from}`} role="none" style={{ height: part.px }} />;
          const node = nodes[part.index];
          return node ? (
            <CategoryLine
              key={node.id}
              node={node}
              count={getCount(node)}
              isCurrent={node.id === current}
              isTabStop={part.index === tabStopIndex}
              onOpen={onOpen}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

interface CategoryLineProps {
  node: CategoryTreeNode;
  /** Number of items; null if unknown or hidden. */
  count: number | null;
  isCurrent: boolean;
  isTabStop: boolean;
  onOpen(node: CategoryTreeNode, isOpen: boolean): void;
}

/** Links of the lines: a category filters the list, a sub-category shows its items. */
const links: Record<TreeLink, (id: string) => LinkProps> = {
  all: () => filterByCategory(undefined),
  category: filterByCategory,
  sub: linkToItems,
  none: () => linkToItems(noneId),
};

function filterByCategory(parent: string | undefined): LinkProps {
  const search = (before: Record<string, unknown>) => ({ ...before, parent, page: undefined });
  return { to: '.', search: search as never, replace: true };
}

function linkToItems(subCategory: string): LinkProps {
  return { to: '/sub-category-items', search: { subCategory } as never };
}

/** A category or sub-category with its item count. Its arrow or the arrow keys expand and collapse it. */
function CategoryLine({ node, count, isCurrent, isTabStop, onOpen }: CategoryLineProps) {
  const t = useMessages(subCategoriesMessages).tree;
  const { kind, id, name, level, isOpen, position, siblingCount } = node;
  return (
    <Link
      {...links[kind](id)}
      activeOptions={{ exact: true }}
      role="treeitem"
      aria-level={level}
      aria-setsize={siblingCount}
      aria-posinset={position}
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

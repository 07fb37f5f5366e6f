import { foldText } from '#core/text.ts';

/** A category or sub-category. */
export interface TreeRow {
  _id: string;
  name: string;
  /** The name in the second language, which is also searched. */
  nameAlt?: string | null;
}

export type TreeLink = 'all' | 'category' | 'sub' | 'none';

/** A visible line of the tree with its ARIA position. */
export interface CategoryTreeNode {
  kind: TreeLink;
  /** Id of the row; the lines `all` and `none` have these ids. */
  id: string;
  name: string;
  level: 1 | 2;
  /** Null for a leaf. */
  isOpen: boolean | null;
  /** Position among its siblings, from 1. */
  position: number;
  /** Number of its siblings including itself. */
  siblingCount: number;
}

interface Tree {
  categories: readonly TreeRow[];
  getSubCategories(category: string): readonly TreeRow[];
  /** Names of the lines before and after the categories; null omits the line. */
  all: string;
  none: string | null;
  /** Search text: only matches and their categories are shown. */
  q: string;
  isOpen(category: string): boolean;
  /** Expanded state set by the user, which also applies during a search; undefined if not set. */
  openByUser(category: string): boolean | undefined;
}

/** Returns the visible lines of the tree from top to bottom. */
export function buildTreeNodes({
  categories,
  getSubCategories,
  all,
  none,
  q,
  isOpen,
  openByUser,
}: Tree): CategoryTreeNode[] {
  const search = foldText(q);
  const isMatch = ({ name, nameAlt }: TreeRow) => foldText(`${name} ${nameAlt ?? ''}`).includes(search);
  const topNodes: CategoryTreeNode[] = search ? [] : [createLeaf('all', all)];
  const childNodes = new Map<CategoryTreeNode, CategoryTreeNode[]>();
  for (const category of categories) {
    const subs = getSubCategories(category._id);
    const matches = search ? subs.filter(isMatch) : subs;
    if (search && matches.length === 0 && !isMatch(category)) continue;
    const visibleSubs = matches.length > 0 ? matches : subs;
    const isCategoryOpen = openByUser(category._id) ?? (search ? matches.length > 0 : isOpen(category._id));
    const top = {
      ...createLeaf('category', category.name, category._id),
      isOpen: subs.length > 0 ? isCategoryOpen : null,
    };
    topNodes.push(top);
    if (top.isOpen)
      childNodes.set(
        top,
        visibleSubs.map(({ _id, name }, index) => ({
          ...createLeaf('sub', name, _id),
          level: 2,
          position: index + 1,
          siblingCount: visibleSubs.length,
        })),
      );
  }
  if (none !== null && !search) topNodes.push(createLeaf('none', none));
  return topNodes.flatMap((top, index) => [
    { ...top, position: index + 1, siblingCount: topNodes.length },
    ...(childNodes.get(top) ?? []),
  ]);
}

function createLeaf(kind: TreeLink, name: string, id: string = kind): CategoryTreeNode {
  return { kind, id, name, level: 1, isOpen: null, position: 1, siblingCount: 1 };
}

/**
 * Effect of a key in the tree: moves to a line, or expands or collapses the current one; null if it has none.
 */
export type TreeStep = { focusIndex: number } | { open: boolean } | null;

/**
 * Returns the effect of a key (ARIA Authoring Practices, tree view).
 *
 * @param isRtl swaps the arrow keys that expand and collapse
 */
export function getTreeStep(
  nodes: readonly CategoryTreeNode[],
  current: number,
  key: string,
  isRtl: boolean,
): TreeStep {
  const node = nodes[current];
  if (!node) return null;
  const expandKey = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const collapseKey = isRtl ? 'ArrowRight' : 'ArrowLeft';
  const createFocusStep = (index: number) => (nodes[index] ? { focusIndex: index } : null);
  switch (key) {
    case 'ArrowDown':
      return createFocusStep(current + 1);
    case 'ArrowUp':
      return createFocusStep(current - 1);
    case 'Home':
      return createFocusStep(0);
    case 'End':
      return createFocusStep(nodes.length - 1);
    case expandKey:
      return node.isOpen === null ? null : node.isOpen ? createFocusStep(current + 1) : { open: true };
    case collapseKey:
      if (node.isOpen) return { open: false };
      return node.level === 1
        ? null
        : createFocusStep(
            nodes.findLastIndex((candidate, index) => index < current && candidate.level === 1),
          );
    default:
      return null;
  }
}

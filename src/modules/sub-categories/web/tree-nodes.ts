import { foldText } from '#core/text.ts';

/** A category or sub-category. */
export interface TreeRow {
  _id: string;
  name: string;
  /** The name in the other language, which is searched as well. */
  nameAlt?: string | null;
}

export type TreeLink = 'all' | 'category' | 'sub' | 'none';

/** A visible line of the tree with its ARIA position. */
export interface CategoryTreeNode {
  kind: TreeLink;
  /** Id of the row; `all` and `none` are ids of their own. */
  id: string;
  name: string;
  level: 1 | 2;
  /** Null for a leaf. */
  isOpen: boolean | null;
  /** Position among its siblings, from 1. */
  place: number;
  of: number;
}

interface Tree {
  categories: readonly TreeRow[];
  subsOf(category: string): readonly TreeRow[];
  /** Names of the lines before and after the categories; null omits the line. */
  all: string;
  none: string | null;
  /** Search text: only matches and their categories are shown. */
  q: string;
  isOpen(category: string): boolean;
  /** State set by the user, also valid during a search; undefined if not set. */
  byHand(category: string): boolean | undefined;
}

/** Returns the visible lines of the tree from top to bottom. */
export function treeNodes({ categories, subsOf, all, none, q, isOpen, byHand }: Tree): CategoryTreeNode[] {
  const search = foldText(q);
  const isFound = ({ name, nameAlt }: TreeRow) => foldText(`${name} ${nameAlt ?? ''}`).includes(search);
  const tops: CategoryTreeNode[] = search ? [] : [leaf('all', all)];
  const childNodes = new Map<CategoryTreeNode, CategoryTreeNode[]>();
  for (const category of categories) {
    const subs = subsOf(category._id);
    const found = search ? subs.filter(isFound) : subs;
    if (search && found.length === 0 && !isFound(category)) continue;
    const shown = found.length > 0 ? found : subs;
    const open = byHand(category._id) ?? (search ? found.length > 0 : isOpen(category._id));
    const top = { ...leaf('category', category.name, category._id), isOpen: subs.length > 0 ? open : null };
    tops.push(top);
    if (top.isOpen)
      childNodes.set(
        top,
        shown.map(({ _id, name }, at) => ({
          ...leaf('sub', name, _id),
          level: 2,
          place: at + 1,
          of: shown.length,
        })),
      );
  }
  if (none !== null && !search) tops.push(leaf('none', none));
  return tops.flatMap((top, at) => [
    { ...top, place: at + 1, of: tops.length },
    ...(childNodes.get(top) ?? []),
  ]);
}

function leaf(kind: TreeLink, name: string, id: string = kind): CategoryTreeNode {
  return { kind, id, name, level: 1, isOpen: null, place: 1, of: 1 };
}

/** Effect of a key in the tree: moves to a line, or expands or collapses the current one. Null: none. */
export type TreeStep = { go: number } | { open: boolean } | null;

/**
 * Returns the effect of a key (ARIA Authoring Practices, tree view).
 *
 * @param isRtl swaps the arrow keys that expand and collapse
 */
export function treeStep(
  nodes: readonly CategoryTreeNode[],
  at: number,
  key: string,
  isRtl: boolean,
): TreeStep {
  const node = nodes[at];
  if (!node) return null;
  const onward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  const to = (index: number) => (nodes[index] ? { go: index } : null);
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(nodes.length - 1);
    case onward:
      return node.isOpen === null ? null : node.isOpen ? to(at + 1) : { open: true };
    case back:
      if (node.isOpen) return { open: false };
      return node.level === 1
        ? null
        : to(nodes.findLastIndex((candidate, index) => index < at && candidate.level === 1));
    default:
      return null;
  }
}

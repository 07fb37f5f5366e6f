import { foldText } from '#domain/text.ts';

/** A category or sub-category. */
export interface TreeRow {
  _id: string;
  name: string;
  /** The name in the other language, which is searched as well. */
  nameAlt?: string | null;
}

export type TreeLink = 'all' | 'category' | 'sub' | 'none';

/** A line of the tree as it is shown, with what a screen reader tells of its place. */
export interface TreeNode {
  kind: TreeLink;
  /** Of the row; of `all` and `none` their own name. */
  id: string;
  name: string;
  level: 1 | 2;
  /** Null for what has nothing below it. */
  isOpen: boolean | null;
  /** Among those beside it, from 1. */
  place: number;
  of: number;
}

interface Tree {
  categories: readonly TreeRow[];
  subsOf(category: string): readonly TreeRow[];
  /** Names of the lines before and after the categories; null leaves it out. */
  all: string;
  none: string | null;
  /** What is searched: only what is found is shown, with its category. */
  q: string;
  isOpen(category: string): boolean;
  /** Opened or closed by hand, which counts while something is searched as well; undefined where it was not. */
  byHand(category: string): boolean | undefined;
}

/** The lines of the tree that are shown, from top to bottom. */
export function treeNodes({ categories, subsOf, all, none, q, isOpen, byHand }: Tree): TreeNode[] {
  const wanted = foldText(q);
  const isFound = ({ name, nameAlt }: TreeRow) => foldText(`${name} ${nameAlt ?? ''}`).includes(wanted);
  const tops: TreeNode[] = wanted ? [] : [leaf('all', all)];
  const below = new Map<TreeNode, TreeNode[]>();
  for (const category of categories) {
    const own = subsOf(category._id);
    const found = wanted ? own.filter(isFound) : own;
    if (wanted && found.length === 0 && !isFound(category)) continue;
    const shown = found.length > 0 ? found : own;
    const open = byHand(category._id) ?? (wanted ? found.length > 0 : isOpen(category._id));
    const top = { ...leaf('category', category.name, category._id), isOpen: own.length > 0 ? open : null };
    tops.push(top);
    if (top.isOpen)
      below.set(
        top,
        shown.map(({ _id, name }, at) => ({
          ...leaf('sub', name, _id),
          level: 2,
          place: at + 1,
          of: shown.length,
        })),
      );
  }
  if (none !== null && !wanted) tops.push(leaf('none', none));
  return tops.flatMap((top, at) => [{ ...top, place: at + 1, of: tops.length }, ...(below.get(top) ?? [])]);
}

function leaf(kind: TreeLink, name: string, id: string = kind): TreeNode {
  return { kind, id, name, level: 1, isOpen: null, place: 1, of: 1 };
}

/** What a key does in a tree: goes to a line, or opens or closes the one it is pressed on. Null: nothing. */
export type TreeStep = { go: number } | { open: boolean } | null;

/**
 * The keys of a tree as screen reader users know them (ARIA Authoring Practices).
 *
 * @param isRtl the arrow that opens points where reading goes
 */
export function treeStep(nodes: readonly TreeNode[], at: number, key: string, isRtl: boolean): TreeStep {
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
        : to(nodes.findLastIndex((each, index) => index < at && each.level === 1));
    default:
      return null;
  }
}

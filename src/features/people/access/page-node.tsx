import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { canOpenPage } from '#domain/permissions.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { accessMessages } from './access-messages.ts';
import {
  comesWith,
  isTicked,
  isTreeGroup,
  opensAll,
  pagesBelow,
  tick,
  tickOf,
  type TreeNode,
} from './page-tree.ts';

interface PageNodeProps {
  node: TreeNode;
  depth: number;
  pages: readonly string[];
  onChange(pages: string[]): void;
}

const indents = ['ps-1', 'ps-7', 'ps-13', 'ps-19'];

/** A page with its box, or a group with a box of three states and its pages below. */
export function PageNode({ node, depth, pages, onChange }: PageNodeProps) {
  const t = useMessages(accessMessages).pages;
  const names = useMessages(pageMessages);
  const blocked = useBlocked(pages, node);
  const below = pagesBelow(node);
  const ticked = below.filter(({ path }) => isTicked(pages, path)).length;
  const state = tickOf(pages, node);
  const [isOpen, setOpen] = useState(state === 'some');
  const label = node.label === 'others' ? t.others : names[node.label];
  const isGroup = isTreeGroup(node);
  return (
    <li>
      <div className={cn('flex min-h-9 items-center gap-1 pe-3 touch:min-h-11', indents[depth])}>
        {isGroup ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t.open(label)}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-accent touch:size-11"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              aria-hidden="true"
              className={cn('size-4 rtl:-scale-x-100', isOpen && 'rotate-90 rtl:rotate-90')}
            />
          </button>
        ) : (
          <span className="w-6 shrink-0 touch:w-11" />
        )}
        <label
          title={blocked ?? undefined}
          className="flex min-w-0 flex-1 items-center gap-2 text-sm touch:min-h-11 has-[:disabled]:text-muted-foreground"
        >
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-primary touch:size-5"
            checked={state === 'on'}
            // Half ticked is no attribute, only a property.
            ref={(box) => {
              if (box) box.indeterminate = state === 'some';
            }}
            disabled={blocked !== null}
            onChange={() => onChange(tick(pages, node, state !== 'on'))}
          />
          <span className="min-w-0 break-words">{label}</span>
        </label>
        <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
          {isGroup ? t.ticked(ticked, below.length) : blocked}
        </span>
      </div>
      {isGroup && isOpen ? (
        <ul>
          {node.children.map((child) => (
            <PageNode
              key={`${child.label} ${isTreeGroup(child) ? '' : child.path}`}
              node={child}
              depth={depth + 1}
              pages={pages}
              onChange={onChange}
            />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** Why a box cannot be ticked; null when it can. */
function useBlocked(pages: readonly string[], node: TreeNode): string | null {
  const t = useMessages(accessMessages).pages;
  const names = useMessages(pageMessages);
  const user = useUser();
  if (opensAll(pages)) return '';
  if (!pagesBelow(node).every(({ path }) => canOpenPage(user, path))) return t.notYours;
  if (isTreeGroup(node)) return null;
  const above = comesWith(pages, node.path);
  return above ? t.comesWith(names[above.label]) : null;
}

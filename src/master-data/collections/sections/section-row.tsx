import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical, type LucideIcon } from 'lucide-react';
import { text } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { Button } from '#src/components/ui/button.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type AnyResourceTexts, resourceMessages } from '../../messages.ts';
import { extrasMessages } from '../../extras/messages.ts';

interface SectionRowProps {
  row: ResourceRow;
  /** From 1. */
  place: number;
  /** How many there are. */
  of: number;
  /** Null: it is found at every branch. */
  branch: string | null;
  /** Null: not known. */
  items: number | null;
  isMovable: boolean;
  /** Null where there is nothing to move past. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

/** A section on the walk: it is dragged by its handle, or moved with its buttons. */
export function SectionRow({ row, place, of, branch, items, isMovable, onUp, onDown }: SectionRowProps) {
  const words = useMessages(extrasMessages);
  const t = words.order;
  const { choices }: AnyResourceTexts = useMessages(resourceMessages).sections;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: row._id, disabled: !isMovable });
  const temperature = text(row.values['temperature']) ?? '';
  const kind = text(row.values['type']) ?? '';
  return (
    <li
      ref={setNodeRef}
      data-row={row._id}
      aria-posinset={place}
      aria-setsize={of}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cn(
        'flex scroll-mt-16 scroll-mb-16 items-center gap-2 border-b bg-card px-2 py-1.5 last:border-b-0',
        isDragging && 'relative z-10 shadow-float',
      )}
    >
      {isMovable ? (
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t.handle(row.name)}
          className="inline-flex size-9 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted-foreground hover:bg-accent touch:size-11"
        >
          <GripVertical className="size-4" aria-hidden="true" />
        </button>
      ) : null}
      <span className="w-6 shrink-0 text-end text-muted-foreground text-sm tabular-nums">{place}</span>
      <span className="min-w-0 flex-1 ps-1">
        <bdi className="block truncate font-medium text-sm text-left rtl:text-right">{row.name}</bdi>
        <span className="block text-muted-foreground text-xs">
          {[
            choices['type']?.[kind] ?? kind,
            choices['temperature']?.[temperature] ?? temperature,
            branch ?? t.everywhere,
            items === null ? '' : words.tree.items(items),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {isMovable ? (
        <>
          <MoveButton icon={ArrowUp} label={t.up(row.name)} onMove={onUp} />
          <MoveButton icon={ArrowDown} label={t.down(row.name)} onMove={onDown} />
        </>
      ) : null}
    </li>
  );
}

interface MoveButtonProps {
  icon: LucideIcon;
  label: string;
  onMove: (() => void) | null;
}

/** Keeps the focus when its row moves, and at the end of the list, so that it can be pressed again and again. */
function MoveButton({ icon: Icon, label, onMove }: MoveButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={onMove === null || undefined}
      onClick={({ currentTarget }) => {
        onMove?.();
        requestAnimationFrame(() => currentTarget.focus());
      }}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}

import { useDeferredValue, useEffect, useRef } from 'react';
import { StatusPill } from '#src/entities/order/status-pill.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { PaletteEntry, PaletteGroup } from './entry.ts';
import { paletteMessages } from './messages.ts';

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteEntry | null;
  onPoint(entry: PaletteEntry): void;
  onChoose(entry: PaletteEntry): void;
}

/** The element of an entry, for the field above that keeps the focus. */
export function optionId(listId: string, entry: PaletteEntry): string {
  return `${listId}-${entry.id}`;
}

export function PaletteList({ id, groups, active, onPoint, onChoose }: PaletteListProps) {
  const t = useMessages(paletteMessages);
  const list = useRef<HTMLDivElement>(null);
  // What is below the edge comes when the rest has been painted.
  const isOpening = useDeferredValue(false, true);
  const drawn = isOpening ? firstOf(groups) : groups;
  const activeId = active ? optionId(id, active) : null;
  const shownId = useRef(activeId);
  useEffect(() => {
    // The first one is in sight, and to look would lay out a page that is being drawn.
    if (activeId === shownId.current) return;
    shownId.current = activeId;
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t.title}
      className={cn('min-h-0 overflow-y-auto overscroll-contain px-2 pb-2', groups.length === 0 && 'hidden')}
    >
      {drawn.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <p id={`${id}-${group.id}`} className="px-2 pt-3 pb-1 font-medium text-muted-foreground text-xs">
            {t.groups[group.id]}
          </p>
          {group.entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(id, entry)}
              entry={entry}
              isActive={entry === active}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** More than fit above the edge of the list. */
const inSight = 16;

function firstOf(groups: readonly PaletteGroup[]): PaletteGroup[] {
  let left = inSight;
  return groups.flatMap((group) => {
    const entries = group.entries.slice(0, left);
    left -= entries.length;
    return entries.length === 0 ? [] : [{ ...group, entries }];
  });
}

interface OptionProps extends Pick<PaletteListProps, 'onPoint' | 'onChoose'> {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
}

/** The field above has the focus and the keys; this is for pointers. */
function Option({ id, entry, isActive, onPoint, onChoose }: OptionProps) {
  const Icon = entry.icon;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={cn(
        'flex min-h-9 cursor-default items-center gap-3 rounded-md px-2 py-1 text-sm touch:min-h-11',
        isActive && 'bg-accent',
      )}
      onPointerMove={() => onPoint(entry)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <span className="flex min-w-0 flex-1 justify-between gap-x-4 max-sm:flex-col">
        <span className="truncate">{entry.label}</span>
        {entry.hint ? (
          <span className="min-w-0 truncate text-muted-foreground text-xs leading-5 sm:max-w-[50%] sm:shrink-0">
            {entry.hint}
          </span>
        ) : null}
      </span>
      {entry.status === undefined ? null : <StatusPill status={entry.status} className="shrink-0" />}
    </div>
  );
}

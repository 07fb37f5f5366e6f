import * as DialogPrimitive from '@radix-ui/react-dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { rememberFocus, returnFocus } from '#platform/web/ui/return-focus.ts';
import { localDate } from '#core/cutoff.ts';
import { readGs1 } from '#core/labels/gs1.ts';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { CameraButton } from '#platform/web/scanning/camera-button.tsx';
import { ScanLayer } from '#platform/web/scanning/scan-layer.ts';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useDebouncedValue } from '#platform/web/use-debounced-value.ts';
import type { PaletteEntry, PaletteGroup } from './entries.ts';
import { EntryStatus } from './entry-status.tsx';
import { paletteMessages } from './messages.ts';
import { Key, ShortcutsDialog } from './shortcuts-dialog.tsx';
import { rememberChoice, usePalette } from './use-palette.ts';

interface PaletteProps {
  /** Code to search for; empty unless it was opened by a scan. */
  scannedCode: string;
  onClose(): void;
  onShowShortcuts(): void;
}

/** Dialog over the page: the palette or the list of shortcuts. */
export type PaletteView = 'palette' | 'shortcuts';

interface PaletteDialogProps extends Pick<PaletteProps, 'scannedCode'> {
  view: PaletteView;
  /** Called with null to close the dialog. */
  onViewChange(view: PaletteView | null): void;
}

export function PaletteDialog({ view, scannedCode, onViewChange }: PaletteDialogProps) {
  const close = () => onViewChange(null);
  return view === 'palette' ? (
    <Palette scannedCode={scannedCode} onClose={close} onShowShortcuts={() => onViewChange('shortcuts')} />
  ) : (
    <ShortcutsDialog onClose={close} />
  );
}

/** Command palette: a search field and the matching pages, actions and records. */
function Palette(props: PaletteProps) {
  const t = useMessages(paletteMessages);
  const content = useRef<HTMLDivElement>(null);
  const { onClose } = props;
  return (
    <DialogPrimitive.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-black/40" />
        <DialogPrimitive.Content
          ref={content}
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl animate-fade-in flex-col overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float outline-none sm:top-[12vh] sm:max-h-[70vh]"
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={(event) => {
            if (returnFocus()) event.preventDefault();
          }}
        >
          <DialogPrimitive.Title className="sr-only">{t.title}</DialogPrimitive.Title>
          <ScanLayer value={content}>
            <Body {...props} />
          </ScanLayer>
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

/** Delay before “Searching…” appears, in ms. */
const slowMs = 600;

/** Returns the text to search for after a scan: the GTIN or lot of a GS1 code, or the code itself. */
function getSearchText(code: string): string {
  const { gtin = null, lot = null } = readGs1(code, localDate(new Date(), 'UTC')) ?? {};
  return gtin?.replace(/^0+/, '') ?? lot ?? code;
}

function Body({ scannedCode, onClose, onShowShortcuts }: PaletteProps) {
  const t = useMessages(paletteMessages);
  const user = useUser();
  const listId = useId();
  const [query, setQuery] = useState(() => getSearchText(scannedCode));
  const [requestedId, setRequestedId] = useState<string | null>(null);
  const { groups, isSearching, isIncomplete } = usePalette(query, onShowShortcuts);
  const entries = groups.flatMap((group) => group.entries);
  // The first result stays active even if more results are inserted above it.
  const first = entries[0]?.id;
  if (requestedId === null && first !== undefined && query !== '') setRequestedId(first);
  const activeIndex = Math.max(
    0,
    entries.findIndex(({ id }) => id === requestedId),
  );
  const active = entries[activeIndex];
  const isEmpty = entries.length === 0;
  const isSlow = useDebouncedValue(isEmpty && isSearching, slowMs) && isSearching;

  function search(text: string): undefined {
    setQuery(text);
    setRequestedId(null);
  }
  useScan((code) => search(getSearchText(code)));

  function choose(entry: PaletteEntry): void {
    rememberChoice(user._id, entry);
    onClose();
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setRequestedId(entries[(activeIndex + step + entries.length) % entries.length]?.id ?? null);
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    }
  }

  const results = isIncomplete ? `${t.results(entries.length)}. ${t.incomplete}` : t.results(entries.length);
  return (
    <>
      <div className="flex items-center gap-3 border-b px-4">
        <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <input
          role="combobox"
          aria-label={t.title}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={active ? getOptionId(listId, active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t.placeholder}
          value={query}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground"
        />
        <CameraButton className="-me-2" />
      </div>
      <p role="status" className="sr-only">
        {isSearching ? (isSlow ? t.searching : '') : results}
      </p>
      {isEmpty ? (
        <p className="min-h-[5lh] px-4 py-8 text-center text-muted-foreground text-sm">
          {isSearching ? (isSlow ? t.searching : '') : t.noResults(query.trim())}
        </p>
      ) : null}
      <PaletteList
        id={listId}
        groups={groups}
        active={active ?? null}
        onHover={(entry) => setRequestedId(entry.id)}
        onChoose={choose}
      />
      {isIncomplete ? (
        <p aria-hidden="true" className="border-t px-4 py-2 text-muted-foreground text-sm">
          {t.incomplete}
        </p>
      ) : null}
      <p
        className="flex gap-4 border-t px-4 py-2 text-muted-foreground text-xs max-sm:hidden"
        aria-hidden="true"
      >
        <span>
          <Key>↑</Key> <Key>↓</Key> {t.keyHints.move}
        </span>
        <span>
          <Key>{t.keyNames.enter}</Key> {t.keyHints.choose}
        </span>
        <span>
          <Key>{t.keyNames.escape}</Key> {t.keyHints.close}
        </span>
      </p>
    </>
  );
}

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteEntry | null;
  onHover(entry: PaletteEntry): void;
  onChoose(entry: PaletteEntry): void;
}

/** Id of an entry's element, for `aria-activedescendant` of the field that keeps the focus. */
function getOptionId(listId: string, entry: PaletteEntry): string {
  return `${listId}-${entry.id}`;
}

function PaletteList({ id, groups, active, onHover, onChoose }: PaletteListProps) {
  const t = useMessages(paletteMessages);
  const list = useRef<HTMLDivElement>(null);
  // Entries below the visible part are rendered after the first paint.
  const isOpening = useDeferredValue(false, true);
  const visibleGroups = isOpening ? limitEntries(groups) : groups;
  const activeId = active ? getOptionId(id, active) : null;
  const lastActiveId = useRef(activeId);
  useEffect(() => {
    // The first entry is already visible; measuring it would force a layout while the page renders.
    if (activeId === lastActiveId.current) return;
    lastActiveId.current = activeId;
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
      {visibleGroups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <p id={`${id}-${group.id}`} className="px-2 pt-3 pb-1 font-medium text-muted-foreground text-xs">
            {t.groups[group.id]}
          </p>
          {group.entries.map((entry) => (
            <Option
              key={entry.id}
              id={getOptionId(id, entry)}
              entry={entry}
              isActive={entry === active}
              onHover={onHover}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** More entries than fit into the visible part of the list. */
const firstScreenCount = 16;

function limitEntries(groups: readonly PaletteGroup[]): PaletteGroup[] {
  let remaining = firstScreenCount;
  return groups.flatMap((group) => {
    const entries = group.entries.slice(0, remaining);
    remaining -= entries.length;
    return entries.length === 0 ? [] : [{ ...group, entries }];
  });
}

interface OptionProps extends Pick<PaletteListProps, 'onHover' | 'onChoose'> {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
}

/** The search field keeps the focus and handles the keys; these handlers are for pointers. */
function Option({ id, entry, isActive, onHover, onChoose }: OptionProps) {
  const Icon = entry.icon;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={cn(
        'flex min-h-9 cursor-default items-center gap-3 rounded-md px-2 py-1 text-sm touch:min-h-11',
        entry.isNested && 'ps-9',
        isActive && 'bg-accent',
      )}
      onPointerMove={() => onHover(entry)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      {entry.isNested ? null : <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />}
      <span className="flex min-w-0 flex-1 justify-between gap-x-4 max-sm:flex-col">
        <span className="truncate">{entry.label}</span>
        {entry.hint ? (
          <span className="min-w-0 truncate text-muted-foreground text-xs leading-5 sm:max-w-[50%] sm:shrink-0">
            {entry.hint}
          </span>
        ) : null}
      </span>
      {entry.status ? <EntryStatus {...entry.status} /> : null}
    </div>
  );
}

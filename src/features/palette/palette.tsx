import * as DialogPrimitive from '@radix-ui/react-dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { rememberFocus, returnFocus } from '#src/components/ui/return-focus.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import type { PaletteEntry } from './entry.ts';
import { Key } from './key.tsx';
import { paletteMessages } from './messages.ts';
import { optionId, PaletteList } from './palette-list.tsx';
import { rememberChoice } from './recents.ts';
import { usePalette } from './use-palette.ts';

interface PaletteProps {
  onClose(): void;
  onShowShortcuts(): void;
}

/** The command palette: one field, and below it whatever of the dashboard fits what is typed. */
export function Palette({ onClose, onShowShortcuts }: PaletteProps) {
  const t = useMessages(paletteMessages);
  return (
    <DialogPrimitive.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-black/40" />
        <DialogPrimitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl animate-fade-in flex-col overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float outline-none sm:top-[12vh] sm:max-h-[70vh]"
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={(event) => {
            if (returnFocus()) event.preventDefault();
          }}
        >
          <DialogPrimitive.Title className="sr-only">{t.title}</DialogPrimitive.Title>
          <Body onClose={onClose} onShowShortcuts={onShowShortcuts} />
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

function Body({ onClose, onShowShortcuts }: PaletteProps) {
  const t = useMessages(paletteMessages);
  const user = useUser();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [wanted, setWanted] = useState<string | null>(null);
  const { groups, isSearching } = usePalette(query, onShowShortcuts);
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === wanted),
  );
  const active = entries[at];

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
      setWanted(entries[(at + step + entries.length) % entries.length]?.id ?? null);
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    }
  }

  const state = isSearching && entries.length === 0 ? t.searching : t.results(entries.length);
  return (
    <>
      <div className="flex items-center gap-3 border-b px-4">
        <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <input
          role="combobox"
          aria-label={t.title}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={active ? optionId(listId, active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setWanted(null);
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted-foreground"
        />
      </div>
      <p role="status" className="sr-only">
        {state}
      </p>
      {entries.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted-foreground text-sm">
          {isSearching ? t.searching : t.nothing(query.trim())}
        </p>
      ) : null}
      <PaletteList
        id={listId}
        groups={groups}
        active={active ?? null}
        onPoint={(entry) => setWanted(entry.id)}
        onChoose={choose}
      />
      <p
        className="flex gap-4 border-t px-4 py-2 text-muted-foreground text-xs max-sm:hidden"
        aria-hidden="true"
      >
        <span>
          <Key>↑</Key> <Key>↓</Key> {t.keys.move}
        </span>
        <span>
          <Key>{t.names.enter}</Key> {t.keys.choose}
        </span>
        <span>
          <Key>{t.names.escape}</Key> {t.keys.close}
        </span>
      </p>
    </>
  );
}

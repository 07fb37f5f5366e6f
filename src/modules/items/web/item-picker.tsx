import { type KeyboardEvent, type Ref, useDeferredValue, useId, useState } from 'react';
import { useEscapeFirst } from '#platform/web/form/use-escape-first.ts';
import { Input } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { createSearch } from '#platform/web/rank.ts';
import { pickerMessages } from './picker-messages.ts';
import type { LocationItem } from './location-items.ts';

export type PickedItem = Pick<LocationItem, '_id' | 'itemCode' | 'name' | 'nameAlt' | 'barcodes'>;

export interface ItemPickerProps<Item extends PickedItem> {
  items: readonly Item[];
  chosen: Item | null;
  onChoose(item: Item | null): void;
  /** Handles text that may be a code, such as a GS1 code; returns false if it isn't. */
  onCode?(text: string): boolean;
  /** Attributes that connect the input to its label and error. */
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean };
  input: Ref<HTMLInputElement>;
}

const maxResults = 8;

/** Picker of an item by name, code or barcode: arrow keys move in the list, Enter selects. */
export function ItemPicker<Item extends PickedItem>({
  items,
  chosen,
  onChoose,
  onCode,
  control,
  input,
}: ItemPickerProps<Item>) {
  const t = useMessages(pickerMessages);
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const deferredQuery = useDeferredValue(query);
  const results = findMatches(items, deferredQuery);
  const current = Math.min(activeIndex, results.length - 1);

  function choose(item: Item | null | undefined): void {
    if (!item) return;
    onChoose(item);
    reset();
  }

  function reset(): void {
    setQuery('');
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      setActiveIndex(Math.max(0, Math.min(results.length - 1, current + step)));
    }
    if (event.key === 'Enter' && isOpen && query !== '') {
      event.preventDefault();
      if (onCode?.(query)) reset();
      // The list may lag behind fast typing, so the choice is based on the current text.
      else choose(deferredQuery === query ? results[current] : findMatches(items, query)[0]);
    }
  }

  const showsList = isOpen && query !== '';
  useEscapeFirst(showsList, () => {
    setOpen(false);
    return true;
  });
  return (
    <div className="relative">
      <Input
        {...control}
        ref={input}
        role="combobox"
        aria-expanded={showsList}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={showsList && results[current] ? `${listId}-${current}` : undefined}
        autoComplete="off"
        placeholder={t.hint}
        value={chosen && query === '' && !isOpen ? chosen.name : query}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setOpen(true);
          setActiveIndex(0);
          if (chosen) onChoose(null);
        }}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={t.results}
        hidden={!showsList}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-md border bg-popover p-1 shadow-float"
      >
        {results.map((item, index) => (
          <li
            key={item._id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            className={cn(
              'flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-2 text-sm touch:min-h-11',
              index === current && 'bg-accent',
            )}
            // Prevents the list from taking the focus before an item is chosen.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(item)}
          >
            <span className="min-w-0 truncate">
              {item.name}
              {item.nameAlt ? <bdi className="px-2 text-muted-foreground">{item.nameAlt}</bdi> : null}
            </span>
            <span className="text-muted-foreground text-xs">{item.itemCode}</span>
          </li>
        ))}
      </ul>
      {showsList && results.length === 0 ? (
        <p
          role="status"
          className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border bg-popover px-3 py-2 text-muted-foreground text-sm shadow-float"
        >
          {t.none}
        </p>
      ) : null}
    </div>
  );
}

const search = createSearch<PickedItem>(({ name, nameAlt, itemCode, barcodes }) => ({
  names: [name, nameAlt],
  codes: [itemCode, ...barcodes],
}));

function findMatches<Item extends PickedItem>(items: readonly Item[], query: string): Item[] {
  return query.trim() === '' ? [] : (search(query, items, maxResults) as Item[]);
}

import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react';
import { foldText } from '#core/text.ts';
import { matchChoices, type RowChoice } from './match-choices.ts';
import { useEscapeFirst } from './use-escape-first.ts';

/** Maximum of options shown; users type more to find others. */
const mostShown = 40;

interface ChoiceListOptions {
  choices: readonly RowChoice[];
  onTake(choice: RowChoice): void;
  /** Creates a row with the typed name; omitted if that is not possible here. */
  onCreate?: ((name: string) => void) | undefined;
}

/** Manages a combobox: arrow keys move in the list, Enter selects, Esc closes only the list. */
export function useChoiceList({ choices, onTake, onCreate }: ChoiceListOptions) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const deferredQuery = useDeferredValue(query);
  const found = isOpen ? matchChoices(choices, deferredQuery, mostShown) : [];
  const name = deferredQuery.trim();
  const isThere = found.some((choice) => foldText(choice.name) === foldText(name));
  /** The name that can be created, shown after the results; null if none. */
  const offered = isOpen && onCreate && name !== '' && !isThere ? name : null;
  const last = found.length - (offered === null ? 1 : 0);
  const active = Math.min(at, last);

  function close(): void {
    setOpen(false);
    setQuery('');
    setAt(0);
  }
  function take(choice: RowChoice): void {
    onTake(choice);
    close();
  }

  function create(): void {
    const typed = query.trim();
    if (typed === '') return;
    onCreate?.(typed);
    close();
  }

  useEscapeFirst(isOpen, () => {
    close();
    return true;
  });
  useEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active, listId]);

  return {
    query,
    isOpen,
    found,
    offered,
    active,
    listId,
    close,
    take,
    create,
    open: () => setOpen(true),
    type(typed: string) {
      setQuery(typed);
      setOpen(true);
      setAt(0);
    },
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        setOpen(true);
        if (isOpen) setAt(Math.max(0, Math.min(last, active + step)));
      } else if (event.key === 'Enter' && isOpen) {
        event.preventDefault();
        // Fast typing may be ahead of the list, so the choice matches the typed text; without a match the
        // text stays.
        const choice = deferredQuery === query ? found[active] : matchChoices(choices, query, 1)[0];
        if (choice) take(choice);
        else if (offered !== null && deferredQuery === query) create();
      }
    },
    /** Attributes that make the input a combobox. */
    combobox: {
      role: 'combobox' as const,
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': isOpen && active >= 0 && active <= last ? `${listId}-${active}` : undefined,
      autoComplete: 'off',
    },
  };
}

export type ChoiceListState = ReturnType<typeof useChoiceList>;

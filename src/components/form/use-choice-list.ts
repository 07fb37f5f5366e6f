import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import { matchChoices, type RowChoice } from './match-choices.ts';

/** More than anybody reads; who does not find it here types on. */
const mostShown = 40;

interface ChoiceListOptions {
  choices: readonly RowChoice[];
  onTake(choice: RowChoice): void;
}

/** A box to type in with a list under it: the arrows walk the list, Enter takes, Esc closes the list alone. */
export function useChoiceList({ choices, onTake }: ChoiceListOptions) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(query);
  const found = isOpen ? matchChoices(choices, wanted, mostShown) : [];
  const active = Math.min(at, found.length - 1);

  function close(): void {
    setOpen(false);
    setQuery('');
    setAt(0);
  }
  function take(choice: RowChoice): void {
    onTake(choice);
    close();
  }

  const onEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  // Before a panel around it hears of the key: it would close as a whole.
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener('keydown', onEscape, true);
    return () => window.removeEventListener('keydown', onEscape, true);
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active, listId]);

  return {
    query,
    isOpen,
    found,
    active,
    listId,
    close,
    take,
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
        if (isOpen) setAt(Math.max(0, Math.min(found.length - 1, active + step)));
      } else if (event.key === 'Enter' && isOpen) {
        event.preventDefault();
        // Who types fast is ahead of the list: what is taken is what was typed, and where nothing is, it stays.
        const choice = wanted === query ? found[active] : matchChoices(choices, query, 1)[0];
        if (choice) take(choice);
      }
    },
    /** For the input: what makes it a combobox. */
    combobox: {
      role: 'combobox' as const,
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': isOpen && found[active] ? `${listId}-${active}` : undefined,
      autoComplete: 'off',
    },
  };
}

export type ChoiceListState = ReturnType<typeof useChoiceList>;

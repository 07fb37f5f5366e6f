import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react';
import { foldText } from '#core/text.ts';
import { matchChoices, type RowChoice } from './match-choices.ts';
import { useEscapeFirst } from './use-escape-first.ts';

/** Maximum number of options shown; users type more to find others. */
const maxMatches = 40;

interface ChoiceListOptions {
  choices: readonly RowChoice[];
  onChoose(choice: RowChoice): void;
  /** Creates a row with the entered name; omitted if rows can't be created here. */
  onCreate?: ((name: string) => void) | undefined;
}

/** Manages a combobox: arrow keys move in the list, Enter selects, Esc closes only the list. */
export function useChoiceList({ choices, onChoose, onCreate }: ChoiceListOptions) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const deferredQuery = useDeferredValue(query);
  const matches = isOpen ? matchChoices(choices, deferredQuery, maxMatches) : [];
  const name = deferredQuery.trim();
  const isExisting = matches.some((choice) => foldText(choice.name) === foldText(name));
  /** The name that can be created, offered after the matches; null if none. */
  const creatableName = isOpen && onCreate && name !== '' && !isExisting ? name : null;
  const lastIndex = matches.length - (creatableName === null ? 1 : 0);
  const activeIndex = Math.min(index, lastIndex);

  function close(): void {
    setOpen(false);
    setQuery('');
    setIndex(0);
  }
  function choose(choice: RowChoice): void {
    onChoose(choice);
    close();
  }

  function create(): void {
    const newName = query.trim();
    if (newName === '') return;
    onCreate?.(newName);
    close();
  }

  useEscapeFirst(isOpen, () => {
    close();
    return true;
  });
  useEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, activeIndex, listId]);

  return {
    query,
    isOpen,
    matches,
    creatableName,
    activeIndex,
    listId,
    close,
    choose,
    create,
    open: () => setOpen(true),
    setQuery(text: string) {
      setQuery(text);
      setOpen(true);
      setIndex(0);
    },
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        event.preventDefault();
        setOpen(true);
        if (isOpen) setIndex(Math.max(0, Math.min(lastIndex, activeIndex + step)));
      } else if (event.key === 'Enter' && isOpen) {
        event.preventDefault();
        // The list may lag behind fast typing, so the option that matches the typed text is chosen; if none
        // matches, the text stays.
        const choice = deferredQuery === query ? matches[activeIndex] : matchChoices(choices, query, 1)[0];
        if (choice) choose(choice);
        else if (creatableName !== null && deferredQuery === query) create();
      }
    },
    /** Attributes that make the input a combobox. */
    combobox: {
      role: 'combobox' as const,
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant':
        isOpen && activeIndex >= 0 && activeIndex <= lastIndex ? `${listId}-${activeIndex}` : undefined,
      autoComplete: 'off',
    },
  };
}

export type ChoiceListState = ReturnType<typeof useChoiceList>;

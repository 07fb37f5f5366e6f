import { Search } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Input } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { areLetterKeysOn } from '#platform/web/letter-keys.ts';
import { setInputText } from '#platform/web/input-text.ts';
import { isShortcut } from '#platform/web/shortcuts.ts';
import { useEscapeFirst } from './use-escape-first.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onValue(value: string): void;
  /** Called on Enter, to move to the results. */
  onEnter?(): void;
  /** Ref to the input, for screens that move the focus to it. */
  inputRef?: RefObject<HTMLInputElement | null>;
  className?: string;
}

/**
 * Search box of a screen. `/` focuses it from anywhere, Esc clears it. Place it in a region with the role
 * search.
 */
export function SearchBox({ label, value, onValue, onEnter, inputRef, className }: SearchBoxProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const boxRef = inputRef ?? ownRef;
  useSlashKey(boxRef, onValue);
  useEscapeFirst(value !== '', ({ target }) => {
    if (target !== boxRef.current) return false;
    onValue('');
    return true;
  });
  return (
    <div className={cn('relative min-w-0', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted-foreground"
      />
      <Input
        ref={boxRef}
        type="search"
        className="ps-9"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onEnter) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </div>
  );
}

function useSlashKey(inputRef: RefObject<HTMLInputElement | null>, onValue: (value: string) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!areLetterKeysOn()) return;
    const divisionCell = findCellEndingInSlash(event);
    if (divisionCell) {
      // If a letter follows `12/`, the slash was the search shortcut, not a division.
      setInputText(divisionCell, divisionCell.value.slice(0, -1));
      onValue(event.key);
    } else if (!isShortcut(event, 'search') || acceptsSlash(event.target)) return;
    event.preventDefault();
    inputRef.current?.focus();
    if (!divisionCell) inputRef.current?.select();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

/**
 * Returns the quantity cell in which a letter is pressed after a slash at its end; null for `x`, which may
 * continue the arithmetic.
 */
function findCellEndingInSlash({
  target,
  key,
  ctrlKey,
  metaKey,
  altKey,
}: KeyboardEvent): HTMLInputElement | null {
  if (!(target instanceof HTMLInputElement) || target.dataset['quantityColumn'] === undefined) return null;
  const isLetter = /^\p{L}$/u.test(key) && key.toLowerCase() !== 'x' && !ctrlKey && !metaKey && !altKey;
  const isAtEnd = target.selectionStart === target.value.length && target.value.endsWith('/');
  return isLetter && isAtEnd && target.closest('[role="dialog"]') === null ? target : null;
}

/** Whether the slash is input for the focused element. */
function acceptsSlash(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"], [role="menu"]')) return true;
  if (!target.matches('input, textarea, select')) return false;
  const isQuantity = target instanceof HTMLInputElement && target.dataset['quantityColumn'] !== undefined;
  // In a quantity a slash is a division, once there is a dividend.
  return !isQuantity || (target.value !== '' && target.selectionStart === target.selectionEnd);
}

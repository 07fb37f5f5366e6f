import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Input } from '#src/components/ui/input.tsx';
import { cn } from '#src/lib/cn.ts';
import { areLetterKeysOn } from '#src/lib/letter-keys.ts';
import { isShortcut } from '#src/lib/shortcuts.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onValue(value: string): void;
  /** Enter: on to what was found. */
  onEnter?(): void;
  /** For screens that bring the focus back here themselves. */
  input?: RefObject<HTMLInputElement | null>;
  className?: string;
}

/** The search of a screen. `/` comes here from anywhere, Esc empties it. Stands in a region with the role search. */
export function SearchBox({ label, value, onValue, onEnter, input, className }: SearchBoxProps) {
  const own = useRef<HTMLInputElement>(null);
  const box = input ?? own;
  useSlashKey(box);
  return (
    <div className={cn('relative min-w-0', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted-foreground"
      />
      <Input
        ref={box}
        type="search"
        className="ps-9"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onValue('');
          if (event.key !== 'Enter' || !onEnter) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </div>
  );
}

function useSlashKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'search') || !areLetterKeysOn() || isTyped(event.target)) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box]);
}

/** Whether the slash belongs to what has the focus. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"], [role="menu"]')) return true;
  if (!target.matches('input, textarea, select')) return false;
  const isQuantity = target instanceof HTMLInputElement && target.dataset['quantityColumn'] !== undefined;
  // In a quantity a slash divides, once there is something to divide.
  return !isQuantity || (target.value !== '' && target.selectionStart === target.selectionEnd);
}

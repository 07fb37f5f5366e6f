import { ArrowDown, ArrowUp, Delete, KeyboardOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { formMessages } from './messages.ts';

/** Selector of the cells that use the pad. */
const cellSelector = 'input[data-number-pad]';

interface NumberPadProps {
  /** For stock counts: larger keys for gloves, and minus instead of the suggestion. */
  isForCounting?: boolean;
}

/**
 * On-screen number pad for the focused quantity cell, docked at the bottom. It sends the same events as a
 * keyboard: sums, Enter for the next cell, `=` for the suggestion. Hidden without a focused cell.
 */
export function NumberPad({ isForCounting = false }: NumberPadProps) {
  const t = useMessages(formMessages).pad;
  const cell = useSyncExternalStore(watchFocus, getFocusedCell);
  const padRef = useRef<HTMLDivElement>(null);

  // Keeps the cell and the following row visible above the pad.
  useEffect(() => {
    if (cell === null) return;
    const { style } = document.documentElement;
    style.setProperty('--pad-block', `${padRef.current?.offsetHeight ?? 0}px`);
    cell.scrollIntoView({ block: 'nearest' });
    return () => void style.removeProperty('--pad-block');
  }, [cell]);

  // Pressing the bar that contains the pad keeps the focus in the cell; otherwise the pad would close and the
  // button would move away from the finger.
  useEffect(() => {
    const dock = padRef.current?.parentElement;
    if (cell === null || !dock) return;
    const keepFocus = (event: MouseEvent) => event.preventDefault();
    dock.addEventListener('mousedown', keepFocus);
    return () => dock.removeEventListener('mousedown', keepFocus);
  }, [cell]);

  if (cell === null) return null;

  const replaceText = (text: string, start: number, end: number) => {
    cell.setRangeText(text, start, end, 'end');
    // Dispatched like a keyboard event, so that sums are updated.
    cell.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const insertText = (text: string) => replaceText(text, ...getSelection(cell));
  const erase = () => {
    const [start, end] = getSelection(cell);
    replaceText('', start === end ? Math.max(0, start - 1) : start, end);
  };
  const press = (key: string, shiftKey = false) =>
    cell.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
  const renderDigit = (text: string) => (
    <Key key={text} onPress={() => insertText(text)}>
      {text}
    </Key>
  );

  return (
    <div
      ref={padRef}
      role="group"
      aria-label={t.label}
      dir="ltr"
      className={cn(
        'grid w-full grid-cols-5 gap-1.5',
        isForCounting && '[&>*:not(.row-span-2)]:h-14 [&>*]:text-2xl',
      )}
    >
      {['7', '8', '9'].map(renderDigit)}
      <Key label={t.times} onPress={() => insertText('*')}>
        ×
      </Key>
      <Key label={t.erase} onPress={erase}>
        <Delete aria-hidden="true" />
      </Key>
      {['4', '5', '6'].map(renderDigit)}
      <Key label={t.plus} onPress={() => insertText('+')}>
        +
      </Key>
      <Key label={t.previous} onPress={() => press('Enter', true)}>
        <ArrowUp aria-hidden="true" />
      </Key>
      {['1', '2', '3'].map(renderDigit)}
      {isForCounting ? (
        <Key label={t.minus} onPress={() => insertText('-')}>
          −
        </Key>
      ) : (
        <Key label={t.suggestion} onPress={() => press('=')}>
          =
        </Key>
      )}
      <Key
        label={t.next}
        className="row-span-2 h-full border-primary bg-primary text-primary-foreground"
        onPress={() => press('Enter')}
      >
        <ArrowDown aria-hidden="true" />
      </Key>
      {['.', '0'].map(renderDigit)}
      <Key label={t.hide} className="col-span-2" onPress={() => cell.blur()}>
        <KeyboardOff aria-hidden="true" />
      </Key>
    </div>
  );
}

/** Reports a change of the focus, but not the moment between two cells, when nothing has the focus. */
function watchFocus(onChange: () => void): () => void {
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element && relatedTarget.matches(cellSelector))) onChange();
  };
  document.addEventListener('focusin', onChange);
  document.addEventListener('focusout', onBlur);
  return () => {
    document.removeEventListener('focusin', onChange);
    document.removeEventListener('focusout', onBlur);
  };
}

/** Returns the cell that has the focus, if any. */
function getFocusedCell(): HTMLInputElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement && activeElement.matches(cellSelector)
    ? activeElement
    : null;
}

function getSelection(cell: HTMLInputElement): [number, number] {
  return [cell.selectionStart ?? cell.value.length, cell.selectionEnd ?? cell.value.length];
}

interface KeyProps {
  /** Accessible name, if the symbol is not sufficient. */
  label?: string;
  className?: string;
  onPress(): void;
  children: ReactNode;
}

function Key({ label, className, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onPress}
      className={cn(
        'inline-flex h-11 items-center justify-center rounded-md border border-input bg-card font-medium text-lg tabular-nums active:bg-accent [&_svg]:size-5',
        className,
      )}
    >
      {children}
    </button>
  );
}

import { Minus, Plus } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { cn } from '#platform/web/cn.ts';
import { removePendingText, storePendingText } from '#platform/web/drafts/cell-grids.ts';
import type { PendingCellError } from '#platform/web/drafts/pending-cells.ts';
import {
  parseQuantity,
  parsePastedColumn,
  formatQuantityInput,
} from '#platform/web/format/parse-quantity.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { isShortcut } from '#platform/web/shortcuts.ts';
import { useCellGrid, usePendingCell } from './cell-grid.tsx';
import { formMessages } from './messages.ts';
import { useEscapeFirst } from './use-escape-first.ts';
import { fillDown, fillEvent, focusNextCell } from './cell-navigation.ts';

interface QuantityCellProps {
  /** Accessible name: `Basmati rice, order quantity`. */
  label: string;
  /** The current quantity; null is an empty cell, which is not 0. */
  value: number | null;
  /** Called at every keystroke that changes the quantity, so that a draft is always current. */
  onCommit(value: number | null): void;
  /** `leave`: committed quantities are sent immediately, so they are committed only when the cell is left. */
  commitOn?: 'key' | 'leave';
  /**
   * For cells that form a single value together: commits the whole row. The row reads its text from the grid;
   * `onCommit` isn't called.
   */
  onCommitRow?(): void;
  /** Name of the cell, unique in its grid; default: its column and label. */
  cell?: string;
  /** Shown dimmed after the number. */
  unit?: string | null;
  /** Enter and arrow keys move between cells of one column, and pasting several lines fills them. */
  column: string;
  /** Returns a warning about an unusual quantity (`200 kg: usually 2 kg`), or null. */
  warn?(value: number | null): string | null;
  /** Suggested quantity, accepted with `=` or the right arrow in an empty cell. */
  suggestion?: number | null;
  /** The unit is counted in whole numbers only. */
  isWhole?: boolean;
  /** An error from the server or the form, shown below the cell. */
  error?: string | null;
  disabled?: boolean;
  /** Plus and minus buttons, for use with gloves. */
  hasSteps?: boolean;
  /** A number pad on the page is used for the cell, so the device's own keyboard stays hidden. */
  hasPad?: boolean;
  /** For windowed lists: moves to a cell that isn't on screen; returns whether it did. */
  onMoveFocus?(step: 1 | -1): boolean;
  /** For windowed lists: fills from this cell down. */
  onPasteColumn?(texts: string[]): void;
  className?: string;
  /** For grids that aren't tables: the cell's role in its row. */
  role?: 'cell';
  /** Name of its column, shown in a narrow grid. */
  short?: string;
  /** Content below the cell, such as the previous quantity. */
  children?: ReactNode;
}

const boxClass =
  'h-9 rounded-md border border-input bg-card focus-within:border-ring focus-within:outline-2 focus-within:outline-ring touch:h-11';
const figureClass = 'text-end font-medium text-base tabular-nums disabled:opacity-70 rtl:text-start';

/** Input for a quantity in a grid. Enter moves to the next cell. The grid stores the pending text; see `CellGrid`. */
export function QuantityCell(props: QuantityCellProps) {
  const { label, value, unit, column, warn, suggestion, error, disabled, hasSteps, className } = props;
  const { commitOn = 'key', cell: name = `${column} ${label}`, onCommitRow } = props;
  const t = useMessages(formMessages);
  const noteId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const grid = useCellGrid();
  const pendingCell = usePendingCell(grid, name);
  const [isFocused, setFocused] = useState(false);
  /** Text that can't be parsed is flagged when the cell is left or Enter is pressed, not while typing. */
  const [isValidated, setValidated] = useState(false);
  /** The value that Escape restores. */
  const focusValue = useRef(value);
  /** The last value committed here, while no other value has replaced it. */
  const lastCommit = useRef<{ before: number | null } | null>(null);
  const text =
    pendingCell && pendingCell.previousValue === value ? pendingCell.text : formatQuantityInput(value);
  const pendingError =
    pendingCell && pendingCell.previousValue === value && (isValidated || !isFocused || disabled)
      ? pendingCell.error
      : null;

  // Values set externally (a fill, a server response) replace the text; values that result from the text
  // itself don't.
  useEffect(() => {
    const element = inputRef.current;
    const commitAtRender = lastCommit.current;
    if (!element || commitAtRender?.before === value) return;
    lastCommit.current = null;
    if (commitAtRender && pendingCell && document.activeElement === element) {
      if (pendingCell.previousValue !== value)
        storePendingText(grid, name, { ...pendingCell, previousValue: value });
      return;
    }
    if (pendingCell && pendingCell.previousValue !== value) removePendingText(grid, name);
    if (element.value !== text) element.value = text;
  }, [value, pendingCell, text, grid, name]);

  function parse(inputText: string): { next: number | null; error: PendingCellError | null } {
    const parsed = parseQuantity(inputText);
    if (parsed.kind === 'invalid') return { next: null, error: 'notAQuantity' };
    const next = parsed.kind === 'quantity' ? parsed.value : null;
    const isFraction = props.isWhole === true && next !== null && next !== value && !Number.isInteger(next);
    return isFraction ? { next: null, error: 'wholeOnly' } : { next, error: null };
  }

  function commitValue(next: number | null): void {
    lastCommit.current = { before: value };
    props.onCommit(next);
  }

  /** Stores the entered text, and commits its value unless `commitOn` is `leave`. */
  function handleInput(inputText: string): void {
    const { next, error: parseError } = parse(inputText);
    const isLive = commitOn === 'key' && !onCommitRow;
    // Unfinished text isn't a quantity: until it can be parsed, the cell keeps its previous value.
    const liveValue = parseError === null ? next : focusValue.current;
    setValidated(false);
    if (!onCommitRow && inputText === formatQuantityInput(value)) removePendingText(grid, name);
    else
      storePendingText(grid, name, {
        text: inputText,
        previousValue: isLive ? liveValue : value,
        error: parseError,
        label,
      });
    if (isLive && liveValue !== value) commitValue(liveValue);
  }

  /**
   * Commits text as if the user had typed it and left the cell; invalid text stays in the cell with its error.
   */
  function commit(inputText: string): void {
    const { next, error: parseError } = parse(inputText);
    setValidated(true);
    // A row is committed when it is left, and not with each of its cells.
    if (onCommitRow && parseError === null) return;
    if (parseError !== null)
      return storePendingText(grid, name, {
        text: inputText,
        previousValue: value,
        error: parseError,
        label,
      });
    if (inputRef.current) inputRef.current.value = formatQuantityInput(next);
    if (next !== value) commitValue(next);
    removePendingText(grid, name);
  }

  function restore(element: HTMLInputElement): void {
    removePendingText(grid, name);
    element.value = formatQuantityInput(focusValue.current);
    if (commitOn === 'key' && !onCommitRow && focusValue.current !== value) commitValue(focusValue.current);
    element.select();
  }

  const commitPendingText = useEffectEvent(() => {
    const pending = grid.store.get().cells[name];
    if (pending) commit(pending.text);
    onCommitRow?.();
  });
  /**
   * Commits text that was still being typed when the page was left or the row scrolled away, as when the cell
   * is left.
   */
  const commitUnfinishedText = useEffectEvent(() => {
    const pending = grid.store.get().cells[name];
    if (!pending || pending.error !== null || onCommitRow) return;
    removePendingText(grid, name);
    const { next } = parse(pending.text);
    if (pending.previousValue === value && next !== value) props.onCommit(next);
  });
  useEffect(() => {
    const element = inputRef.current;
    if (!element) return;
    commitUnfinishedText();
    const { mounted } = grid;
    mounted.set(name, { input: element, commit: commitPendingText });
    return () => {
      if (mounted.get(name)?.input === element) mounted.delete(name);
      commitUnfinishedText();
    };
  }, [grid, name]);

  const onFill = useEffectEvent((event: Event) => {
    const text: unknown = event instanceof CustomEvent ? event.detail : null;
    if (typeof text !== 'string' || !inputRef.current) return;
    inputRef.current.value = text;
    commit(text);
  });
  useEffect(() => {
    const element = inputRef.current;
    element?.addEventListener(fillEvent, onFill);
    return () => element?.removeEventListener(fillEvent, onFill);
  }, []);

  function moveToNext(cell: HTMLInputElement, step: 1 | -1): void {
    commit(cell.value);
    if (props.onMoveFocus?.(step) || focusNextCell(cell, step)) return;
    cell.select();
    focusValue.current = parse(cell.value).next;
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const cell = event.currentTarget;
    const isEmpty = cell.value === '';
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') moveToNext(cell, event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown') moveToNext(cell, 1);
    else if (event.key === 'ArrowUp') moveToNext(cell, -1);
    else if (
      suggestion != null &&
      isEmpty &&
      (isShortcut(event, 'takeSuggestion') || event.key === 'ArrowRight')
    ) {
      commit(formatQuantityInput(suggestion));
      cell.select();
    } else return;
    event.preventDefault();
  }

  // The first Escape restores the value, and leaves the panel around the cell open.
  useEscapeFirst(isFocused, ({ target }) => {
    const cell = inputRef.current;
    if (!cell || target !== cell || cell.value === formatQuantityInput(focusValue.current)) return false;
    restore(cell);
    return true;
  });

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const texts = parsePastedColumn(event.clipboardData.getData('text'));
    if (texts.length < 2) return;
    event.preventDefault();
    if (props.onPasteColumn) props.onPasteColumn(texts);
    else fillDown(event.currentTarget, texts);
  }

  const errorText =
    pendingError === 'wholeOnly'
      ? t.wholeOnly(formatUnitName(null, unit ?? ''))
      : pendingError
        ? t.notAQuantity
        : null;
  const problem = errorText ?? error ?? null;
  const note = problem ?? warn?.(value) ?? null;
  const fieldClass = cn(
    boxClass,
    problem && 'border-destructive',
    !problem && note && 'border-status-amber',
    disabled && 'border-transparent bg-transparent',
  );
  const field = (
    <input
      ref={inputRef}
      type="text"
      dir="ltr"
      inputMode={props.hasPad ? 'none' : 'decimal'}
      data-number-pad={props.hasPad || undefined}
      enterKeyHint="next"
      autoComplete="off"
      defaultValue={text}
      data-quantity-column={column}
      aria-label={unit ? `${label} (${formatUnitName(null, unit)})` : label}
      aria-invalid={problem !== null}
      aria-describedby={note ? noteId : undefined}
      disabled={disabled}
      onFocus={(event) => {
        focusValue.current = value;
        setFocused(true);
        event.currentTarget.select();
      }}
      onInput={(event) => handleInput(event.currentTarget.value)}
      onBlur={(event) => {
        setFocused(false);
        commit(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className={cn(
        figureClass,
        unit
          ? 'h-full w-16 min-w-0 flex-1 bg-transparent ps-2 pe-1 outline-none'
          : // A price has up to six decimals: `12.080606`.
            `${fieldClass} ${column === 'price' ? 'w-24' : 'w-18'} ps-2 pe-3`,
      )}
    />
  );
  const box = unit ? (
    <div className={cn(fieldClass, 'flex items-center pe-2')}>
      {field}
      <span className="min-w-8 max-w-24 truncate text-muted-foreground text-xs">
        {formatUnitName(value, unit)}
      </span>
    </div>
  ) : (
    field
  );
  return (
    <div
      role={props.role}
      data-short={props.short}
      className={cn('flex flex-col items-end gap-0.5', className)}
    >
      {hasSteps ? (
        <div className="flex items-center gap-1">
          <StepButton
            label={t.decrease(label)}
            disabled={disabled || !value}
            onStep={() => commit(formatQuantityInput(Math.max(0, (value ?? 0) - 1)))}
          >
            <Minus aria-hidden="true" />
          </StepButton>
          {box}
          <StepButton
            label={t.increase(label)}
            disabled={disabled}
            onStep={() => commit(formatQuantityInput((value ?? 0) + 1))}
          >
            <Plus aria-hidden="true" />
          </StepButton>
        </div>
      ) : (
        box
      )}
      {note ? (
        <p
          id={noteId}
          className={cn('max-w-56 text-end text-xs', problem ? 'text-destructive' : 'text-status-amber')}
        >
          {note}
        </p>
      ) : null}
      {props.children}
    </div>
  );
}

interface StepButtonProps {
  label: string;
  disabled: boolean | undefined;
  onStep(): void;
  children: React.ReactNode;
}

function StepButton({ label, disabled, onStep, children }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={disabled}
      onClick={onStep}
      className="inline-flex size-9 items-center justify-center rounded-md border border-input bg-card hover:bg-accent disabled:opacity-50 touch:size-11 [&_svg]:size-4"
    >
      {children}
    </button>
  );
}

import { Minus, Plus } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type ReactNode,
  useState,
} from 'react';
import { cn } from '#src/lib/cn.ts';
import { parseQuantity, pastedColumn, quantityText } from '#src/lib/format/parse-quantity.ts';
import { unitFor } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { isShortcut } from '#src/lib/shortcuts.ts';
import { formMessages } from './messages.ts';
import { fillDown, fillEvent, walkFrom } from './quantity-walk.ts';

interface QuantityCellProps {
  /** What this quantity is, for screen readers: `Basmati rice, order quantity`. */
  label: string;
  /** The quantity as it stands; null is an empty cell, which is not 0. */
  value: number | null;
  /** Called when a cell is left, walked on from or filled with another quantity than before. */
  onCommit(value: number | null): void;
  /** Shown dimmed behind the figure. */
  unit?: string | null;
  /** Cells of one column are walked with Enter and the arrows, and filled together by a paste. */
  column: string;
  /** Says why an amount is unlikely (`200 kg: usually 2 kg`), null when it is not. Never refuses. */
  warn?(value: number | null): string | null;
  /** Taken over by `=` or the right arrow in an empty cell. */
  suggestion?: number | null;
  /** The unit is counted in whole numbers only. */
  isWhole?: boolean;
  /** A refusal from the server or the form, shown under the cell. */
  error?: string | null;
  disabled?: boolean;
  /** Buttons for one more and one less, for gloves. */
  hasSteps?: boolean;
  /** A number pad on the page types into it: the device's own keyboard stays away. */
  hasPad?: boolean;
  /** For windowed lists: moves to a cell that is not on screen. True when it did. */
  onWalk?(step: 1 | -1): boolean;
  /** For windowed lists: fills from this cell down. */
  onPasteColumn?(texts: string[]): void;
  className?: string;
  /** For grids that are no tables: this is the cell of its row. */
  role?: 'cell';
  /** Name of its column, for the style of a narrow grid to show. */
  short?: string;
  /** Stands below, such as what was there before. */
  children?: ReactNode;
}

const boxLook =
  'h-9 rounded-md border border-input bg-card focus-within:border-ring focus-within:outline-2 focus-within:outline-ring touch:h-11';
const figureLook = 'text-end font-medium text-base tabular-nums disabled:opacity-70 rtl:text-start';

/** The quantity cell: type, Enter, type, Enter. The browser owns the text while it is typed; we hear of results. */
export function QuantityCell(props: QuantityCellProps) {
  const { label, value, unit, column, warn, suggestion, error, disabled, hasSteps, className } = props;
  const t = useMessages(formMessages);
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** What could not be read was typed over this value; another value from outside takes its place. */
  const [invalidOver, setInvalidOver] = useState<{ value: number | null; why: string } | null>(null);
  const isInvalid = invalidOver !== null && invalidOver.value === value;

  // Figures that change from outside (fill to par, an answer of the server) replace what stands in the cell.
  useEffect(() => {
    if (input.current) input.current.value = quantityText(value);
  }, [value]);

  function commit(typed: string): void {
    const parsed = parseQuantity(typed);
    const next = parsed.kind === 'quantity' ? parsed.value : null;
    const isBroken = props.isWhole === true && next !== null && next !== value && !Number.isInteger(next);
    const why =
      parsed.kind === 'invalid' ? t.notAQuantity : isBroken ? t.wholeOnly(unitFor(null, unit ?? '')) : null;
    setInvalidOver(why === null ? null : { value, why });
    if (why !== null) return;
    if (input.current) input.current.value = quantityText(next);
    if (next !== value) props.onCommit(next);
  }

  const onFill = useEffectEvent((event: Event) => {
    const text: unknown = event instanceof CustomEvent ? event.detail : null;
    if (typeof text !== 'string' || !input.current) return;
    input.current.value = text;
    commit(text);
  });
  useEffect(() => {
    const element = input.current;
    element?.addEventListener(fillEvent, onFill);
    return () => element?.removeEventListener(fillEvent, onFill);
  }, []);

  function walk(cell: HTMLInputElement, step: 1 | -1): void {
    commit(cell.value);
    if (!props.onWalk?.(step) && !walkFrom(cell, step)) cell.select();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const cell = event.currentTarget;
    const isEmpty = cell.value === '';
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') walk(cell, event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown') walk(cell, 1);
    else if (event.key === 'ArrowUp') walk(cell, -1);
    else if (
      suggestion != null &&
      isEmpty &&
      (isShortcut(event, 'takeSuggestion') || event.key === 'ArrowRight')
    ) {
      commit(quantityText(suggestion));
      cell.select();
    } else if (event.key === 'Escape' && cell.value !== quantityText(value)) {
      cell.value = quantityText(value);
      setInvalidOver(null);
      cell.select();
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
    const texts = pastedColumn(event.clipboardData.getData('text'));
    if (texts.length < 2) return;
    event.preventDefault();
    if (props.onPasteColumn) props.onPasteColumn(texts);
    else fillDown(event.currentTarget, texts);
  }

  const problem = isInvalid ? invalidOver.why : (error ?? null);
  const note = problem ?? warn?.(value) ?? null;
  const look = cn(
    boxLook,
    problem && 'border-destructive',
    !problem && note && 'border-status-amber',
    disabled && 'border-transparent bg-transparent',
  );
  const field = (
    <input
      ref={input}
      type="text"
      dir="ltr"
      inputMode={props.hasPad ? 'none' : 'decimal'}
      data-number-pad={props.hasPad || undefined}
      enterKeyHint="next"
      autoComplete="off"
      defaultValue={quantityText(value)}
      data-quantity-column={column}
      aria-label={unit ? `${label} (${unitFor(null, unit)})` : label}
      aria-invalid={problem !== null}
      aria-describedby={note ? noteId : undefined}
      disabled={disabled}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className={cn(
        figureLook,
        unit
          ? 'h-full w-16 min-w-0 flex-1 bg-transparent ps-2 pe-1 outline-none'
          : // A price of a pack has up to four decimals.
            `${look} ${column === 'price' ? 'w-24' : 'w-18'} ps-2 pe-3`,
      )}
    />
  );
  const box = unit ? (
    <div className={cn(look, 'flex items-center pe-2')}>
      {field}
      <span className="min-w-8 max-w-24 truncate text-muted-foreground text-xs">{unitFor(value, unit)}</span>
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
            label={t.less(label)}
            disabled={disabled || !value}
            onStep={() => commit(quantityText(Math.max(0, (value ?? 0) - 1)))}
          >
            <Minus aria-hidden="true" />
          </StepButton>
          {box}
          <StepButton
            label={t.more(label)}
            disabled={disabled}
            onStep={() => commit(quantityText((value ?? 0) + 1))}
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

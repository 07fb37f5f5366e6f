import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { focusEntry } from '#platform/web/form/focus-later.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cn } from '#platform/web/cn.ts';

interface EditorLinesProps<Line> {
  lines: readonly Line[];
  keyOf(line: Line, at: number): string;
  /** Renders the inputs of a line. */
  draw(line: Line, at: number): ReactNode;
  /** Label of the remove button. */
  removeLabel(line: Line): string;
  /** Called with the remaining lines; null: none can be removed. */
  onLeft: ((lines: Line[]) => void) | null;
  /** With a border and dividers, like a quantity grid. */
  isSheet?: boolean;
}

/** Lines of a multi-value field; removing one focuses the next. */
export function EditorLines<Line>({
  lines,
  keyOf,
  draw,
  removeLabel,
  onLeft,
  isSheet,
}: EditorLinesProps<Line>) {
  return (
    <ul
      data-quantity-grid={isSheet}
      className={isSheet ? 'divide-y rounded-md border' : 'flex flex-col gap-2'}
    >
      {lines.map((line, at) => (
        <li
          key={keyOf(line, at)}
          className={cn('flex flex-wrap gap-2', isSheet ? 'items-center py-1.5 ps-3 pe-1' : 'items-end')}
        >
          {draw(line, at)}
          {onLeft ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={removeLabel(line)}
              onClick={({ currentTarget }) => {
                const group = currentTarget.closest('fieldset');
                onLeft(lines.filter((_, index) => index !== at));
                focusEntry(() => group, at);
              }}
            >
              <X aria-hidden="true" />
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Returns the lines with one partially changed. */
export function withEditorLine<Line>(lines: readonly Line[], at: number, part: Partial<Line>): Line[] {
  return lines.map((line, index) => (index === at ? { ...line, ...part } : line));
}

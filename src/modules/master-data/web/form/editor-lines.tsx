import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { focusEntry } from '#platform/web/form/focus-later.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cn } from '#platform/web/cn.ts';

interface EditorLinesProps<Line> {
  lines: readonly Line[];
  getKey(line: Line, index: number): string;
  /** Renders the inputs of a line. */
  renderLine(line: Line, index: number): ReactNode;
  /** Label of the remove button. */
  removeLabel(line: Line): string;
  /** Called with the remaining lines; null if no line can be removed. */
  onRemove: ((lines: Line[]) => void) | null;
  /** Whether the lines have a border and dividers, like a quantity grid. */
  isSheet?: boolean;
}

/** Lines of a multi-value field; removing one focuses the next. */
export function EditorLines<Line>({
  lines,
  getKey,
  renderLine,
  removeLabel,
  onRemove,
  isSheet,
}: EditorLinesProps<Line>) {
  return (
    <ul
      data-quantity-grid={isSheet}
      className={isSheet ? 'divide-y rounded-md border' : 'flex flex-col gap-2'}
    >
      {lines.map((line, index) => (
        <li
          key={getKey(line, index)}
          className={cn('flex flex-wrap gap-2', isSheet ? 'items-center py-1.5 ps-3 pe-1' : 'items-end')}
        >
          {renderLine(line, index)}
          {onRemove ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={removeLabel(line)}
              onClick={({ currentTarget }) => {
                const group = currentTarget.closest('fieldset');
                onRemove(lines.filter((_, lineIndex) => lineIndex !== index));
                focusEntry(() => group, index);
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

/** Returns the lines with some fields of one line changed. */
export function updateEditorLine<Line>(
  lines: readonly Line[],
  index: number,
  changes: Partial<Line>,
): Line[] {
  return lines.map((line, lineIndex) => (lineIndex === index ? { ...line, ...changes } : line));
}

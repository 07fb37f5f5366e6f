import { type KeyboardEvent, useRef, useState } from 'react';

interface HeatGridProps {
  label: string;
  /** Header of the first column. */
  corner: string;
  rows: readonly { key: string; name: string }[];
  columns: readonly { key: string; name: string }[];
  getValue(row: string, column: string): number;
  formatValue(value: number): string;
  /** Describes a cell: `Monday, 14:00: 12 orders`. */
  describeCell(row: string, column: string): string;
  selected: { row: string; column: string } | null;
  onSelect(row: string, column: string): void;
}

/** Opacity of the darkest cell in percent; figures stay readable on it in both themes. */
const maxOpacityPercent = 38;

/**
 * Heat map by two dimensions, such as day of the week and hour: a table with the figure in each cell, so that
 * shading isn't the only information. One tab stop; arrow keys move between cells, Enter opens one.
 */
export function HeatGrid(props: HeatGridProps) {
  const { label, corner, rows, columns, getValue, formatValue, describeCell, selected, onSelect } = props;
  const table = useRef<HTMLTableElement>(null);
  const [[activeRow, activeColumn], setActiveCell] = useState<[number, number]>([0, 0]);
  const maxValue = Math.max(
    1,
    ...rows.flatMap((row) => columns.map((column) => getValue(row.key, column.key))),
  );
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const across = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const steps: Readonly<Record<string, [number, number]>> = {
      ArrowRight: [0, across],
      ArrowLeft: [0, -across],
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      Home: [0, -columns.length],
      End: [0, columns.length],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const row = Math.max(0, Math.min(rows.length - 1, activeRow + step[0]));
    const column = Math.max(0, Math.min(columns.length - 1, activeColumn + step[1]));
    setActiveCell([row, column]);
    table.current?.querySelectorAll<HTMLElement>('button')[row * columns.length + column]?.focus();
  };
  return (
    <div className="relative w-full overflow-x-auto rounded-lg border bg-card print:w-fit print:min-w-full print:overflow-visible">
      <table ref={table} aria-label={label} onKeyDown={moveFocus} className="w-full border-collapse text-xs">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky start-0 bg-card px-2 text-start font-medium text-muted-foreground"
            >
              {corner}
            </th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col" className="h-8 px-1 font-medium text-muted-foreground tabular-nums">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.key}>
              <th scope="row" className="sticky start-0 bg-card px-2 text-start font-medium">
                {row.name}
              </th>
              {columns.map((column, columnIndex) => {
                const value = getValue(row.key, column.key);
                const isSelected = selected?.row === row.key && selected.column === column.key;
                return (
                  <td key={column.key} className="p-px">
                    <button
                      type="button"
                      aria-label={describeCell(row.key, column.key)}
                      aria-pressed={isSelected}
                      tabIndex={rowIndex === activeRow && columnIndex === activeColumn ? 0 : -1}
                      onFocus={() => setActiveCell([rowIndex, columnIndex])}
                      onClick={() => onSelect(row.key, column.key)}
                      className="h-8 w-full min-w-8 rounded-xs text-foreground tabular-nums [print-color-adjust:exact] hover:font-semibold aria-pressed:font-semibold aria-pressed:underline touch:h-11 touch:min-w-11"
                      style={{
                        backgroundColor: `color-mix(in oklab, var(--primary) ${Math.round((value / maxValue) * maxOpacityPercent)}%, transparent)`,
                      }}
                    >
                      {value === 0 ? <span aria-hidden="true">·</span> : formatValue(value)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

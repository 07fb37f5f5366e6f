interface RowCheckProps {
  label: string;
  isChecked: boolean;
  /** Whether only some of the represented rows are selected; omitted for a single row. */
  isPartial?: boolean;
  onChange(isChecked: boolean, isRange: boolean): void;
}

/** Checkbox above the row's link with a thumb-sized target. Shift-click selects a range. */
export function RowCheck(props: RowCheckProps) {
  return (
    <label className="relative z-10 -m-2 inline-flex align-middle size-9 items-center justify-center touch:size-11">
      <CheckBox {...props} />
    </label>
  );
}

/** Checkbox cell of a table; the whole cell is the target. */
export function CheckCell({
  as: Cell,
  className,
  ...props
}: RowCheckProps & { as: 'td' | 'th'; className: string }) {
  return (
    <Cell
      className={className}
      onClick={({ target, currentTarget, shiftKey }) => {
        if (target !== currentTarget) return;
        const box = currentTarget.querySelector('input');
        box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
      }}
    >
      <CheckBox {...props} />
    </Cell>
  );
}

function CheckBox({ label, isChecked, isPartial, onChange }: RowCheckProps) {
  return (
    <input
      type="checkbox"
      className="size-4 accent-primary align-middle"
      aria-label={label}
      checked={isChecked}
      {...(isPartial === undefined ? {} : { ref: setIndeterminate(isPartial && !isChecked) })}
      onChange={({ target, nativeEvent }) =>
        onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

/** The indeterminate state has no attribute and can only be set by script. */
function setIndeterminate(isIndeterminate: boolean) {
  return (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isIndeterminate;
  };
}

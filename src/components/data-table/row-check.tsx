interface RowCheckProps {
  label: string;
  isChecked: boolean;
  /** Some, but not all, of what it stands for; left out: it stands for itself. */
  isPartial?: boolean;
  onChange(isChecked: boolean, isRange: boolean): void;
}

/** Stands above the row's link; its target is as large as a thumb. Shift and click chooses a range. */
export function RowCheck({ label, isChecked, isPartial, onChange }: RowCheckProps) {
  return (
    <label className="relative z-10 -m-2 inline-flex align-middle size-9 items-center justify-center touch:size-11">
      <input
        type="checkbox"
        className="size-4 accent-primary"
        aria-label={label}
        checked={isChecked}
        {...(isPartial === undefined ? {} : { ref: halfChecked(isPartial && !isChecked) })}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

/** Only the page's own script can set this third state. */
function halfChecked(isHalf: boolean) {
  return (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = isHalf;
  };
}

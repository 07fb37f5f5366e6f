/** Progress bar with text. */
export function ShareBar({ done, all, label }: { done: number; all: number; label: string }) {
  const share = all === 0 ? 0 : done / all;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 min-w-12 flex-1 overflow-hidden rounded-full bg-border">
        <span
          className="block h-full origin-left bg-primary transition-transform duration-150 rtl:origin-right"
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
      <span className="whitespace-nowrap text-muted-foreground text-xs tabular-nums">{label}</span>
    </span>
  );
}

interface SpinnerProps {
  /** Accessible name. */
  label: string;
  className?: string;
}

/** Shows that work is in progress. Doesn't use the class helpers, because it is part of the first load. */
export function Spinner({ label, className = 'size-5' }: SpinnerProps) {
  return (
    <span role="status" aria-label={label} className={`inline-block ${className}`}>
      <svg viewBox="0 0 24 24" className="size-full animate-spin" fill="none" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
    </span>
  );
}

/** A crate seen from the front. Doesn't use the class helpers, which the sign-in page doesn't load. */
export function Logo({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--primary)" />
      <path
        d="M8 11.5h16M8 16.5h16M8 21.5h16M11 8.5v15M21 8.5v15"
        stroke="var(--primary-foreground)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

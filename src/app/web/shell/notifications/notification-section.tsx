import type { ReactNode } from 'react';

/** Section of the bell's panel: a heading and a list. */
export function NotificationSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pb-6">
      <h3 className="pb-2 font-medium text-sm">{title}</h3>
      <ul className="flex flex-col gap-2">{children}</ul>
    </section>
  );
}

import type { ReactNode } from 'react';

export const fixLinkClass = 'text-primary underline-offset-2 hover:underline';

interface FixListProps {
  title: string;
  rows: readonly { key: string; text: string; link: ReactNode }[];
}

/** Lists the data missing for a calculation, each entry with a link to the page where it is entered. */
export function FixList({ title, rows }: FixListProps) {
  return (
    <div role="note" className="rounded-md border border-status-amber px-3 py-2 text-sm">
      <p className="font-medium">{title}</p>
      <ul className="flex flex-col gap-1 pt-1">
        {rows.map(({ key, text, link }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2">
            <span>{text}</span>
            {link}
          </li>
        ))}
      </ul>
    </div>
  );
}

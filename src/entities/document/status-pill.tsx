import { CircleDashed, type LucideIcon } from 'lucide-react';
import { Pill, type Tone } from '#src/components/ui/pill.tsx';

/** How a status looks. */
export interface StatusStyle {
  tone: Tone;
  icon: LucideIcon;
  /** What it was is over. */
  struck?: true;
}

interface DocumentStatusProps {
  status: string;
  /** Of the statuses that we know; any other is shown as it came, in neutral colours. */
  looks: Readonly<Record<string, StatusStyle>>;
  words: Readonly<Record<string, string>>;
  className?: string | undefined;
}

/** The status of a document as colour, icon and word. */
export function DocumentStatus({ status, looks, words, className }: DocumentStatusProps) {
  const { tone, icon, struck } = known(looks, status) ?? { tone: 'neutral' as const, icon: CircleDashed };
  return (
    <Pill tone={tone} icon={icon} struck={struck ?? false} {...(className ? { className } : {})}>
      {known(words, status) ?? status}
    </Pill>
  );
}

/** What a table says of a name that another server may have made up. */
function known<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

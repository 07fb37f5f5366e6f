import { CircleDashed, type LucideIcon } from 'lucide-react';
import { Pill, type Tone } from '#platform/web/ui/pill.tsx';

/** Style of a status. */
export interface StatusStyle {
  tone: Tone;
  icon: LucideIcon;
  /** The document is no longer in effect. */
  struck?: true;
}

interface DocumentStatusProps {
  status: string;
  /** Styles of known statuses; others are shown as sent, in neutral colours. */
  styles: Readonly<Record<string, StatusStyle>>;
  labels: Readonly<Record<string, string>>;
  className?: string | undefined;
}

/** Status of a document with colour, icon and label. */
export function DocumentStatus({ status, styles, labels, className }: DocumentStatusProps) {
  const { tone, icon, struck } = lookUp(styles, status) ?? { tone: 'neutral' as const, icon: CircleDashed };
  return (
    <Pill tone={tone} icon={icon} struck={struck ?? false} {...(className ? { className } : {})}>
      {lookUp(labels, status) ?? status}
    </Pill>
  );
}

/** Looks up own properties only, because other servers may send any name. */
function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

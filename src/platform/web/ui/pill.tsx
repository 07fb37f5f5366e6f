import { cva, type VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#platform/web/cn.ts';

const pill = cva(
  'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'pill-status-neutral',
        amber: 'pill-status-amber',
        blue: 'pill-status-blue',
        indigo: 'pill-status-indigo',
        violet: 'pill-status-violet',
        green: 'pill-status-green',
        red: 'pill-status-red',
      },
      struck: { true: 'line-through' },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof pill>['tone']>;

interface PillProps {
  tone?: Tone;
  icon?: LucideIcon;
  struck?: boolean;
  className?: string;
  children: ReactNode;
}

/** A status with colour, icon and text, so that colour is never the only indication. */
export function Pill({ tone, icon: Icon, struck, className, children }: PillProps) {
  return (
    <span className={cn(pill({ tone, struck }), className)}>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {children}
    </span>
  );
}

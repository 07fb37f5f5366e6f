import { Link } from '@tanstack/react-router';
import { ArrowRight, X } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { layoutMessages } from '#src/components/layout/messages.ts';

interface ContinueBarProps {
  /** Path and search of the page the person was on their way to. */
  href: string;
  title: string;
  onDismiss(): void;
}

/** After signing in: back to where the person was going. The landing page wins, this is only an offer. */
export function ContinueBar({ href, title, onDismiss }: ContinueBarProps) {
  const t = useMessages(layoutMessages);
  return (
    <div className="flex items-center gap-2 border-b bg-selected px-4 py-1.5 text-sm">
      <Link
        to={href}
        className="inline-flex min-h-9 items-center gap-2 font-medium text-primary hover:underline touch:min-h-11"
      >
        {t.continueTo(title)}
        <ArrowRight className="size-4 rtl:-scale-x-100" aria-hidden="true" />
      </Link>
      <span className="flex-1" />
      <Button variant="ghost" size="icon" aria-label={t.dismiss} onClick={onDismiss}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

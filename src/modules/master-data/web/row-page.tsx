import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { rowMessages } from './row-messages.ts';

interface RowPageProps {
  title: string;
  /** Kind and status of the row. */
  note: ReactNode;
  actions: ReactNode;
  /** Whether the content uses the full width instead of a readable line length. */
  isWide?: boolean;
  /** Returns to the list. */
  onClose(): void;
  children: ReactNode;
}

/** One row as a page (`&full=true`) with back link, name and actions. */
export function RowPage({ title, note, actions, isWide = false, onClose, children }: RowPageProps) {
  const t = useMessages(rowMessages);
  return (
    <Page>
      <Button variant="ghost" size="sm" className="-ms-2 mb-2" onClick={onClose}>
        <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        {t.backToList}
      </Button>
      <PageHeader title={title} context={note} actions={actions} />
      <div className={cn(!isWide && 'max-w-3xl')}>{children}</div>
    </Page>
  );
}

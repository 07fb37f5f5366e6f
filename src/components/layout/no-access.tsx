import { Ban } from 'lucide-react';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { layoutMessages } from './messages.ts';
import { EmptyState } from './states.tsx';

/** The page is there, but this account may not open it. */
export function NoAccess({ page }: { page: string }) {
  const t = useMessages(layoutMessages);
  return (
    <div className="p-6">
      <h1 className="sr-only">{t.noAccess.title}</h1>
      <EmptyState icon={Ban} title={t.noAccess.title} text={`${t.noAccess.page(page)} ${t.noAccess.text}`} />
    </div>
  );
}

import { Maximize2 } from 'lucide-react';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useRowAddress } from './row-address.ts';
import { rowMessages } from './row-messages.ts';

/** Opens the row as a page; hidden on that page. */
export function OpenPageButton({ id }: { id: string }) {
  const t = useMessages(rowMessages);
  const address = useRowAddress();
  if (address.full) return null;
  return (
    <Button
      variant="ghost"
      size="icon"
      className="me-auto"
      aria-label={t.openPage}
      title={t.openPage}
      onClick={() => void address.go({ row: id, full: true })}
    >
      <Maximize2 aria-hidden="true" />
    </Button>
  );
}

import type { ReactNode } from 'react';
import type { Letterhead } from '#modules/settings/shapes.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { documentMessages } from '#platform/documents/web/messages.ts';

interface LetterheadHeaderProps {
  title: string;
  /** Null while loading, and if the server doesn't send it. */
  business: Letterhead | null;
  /** Barcode of the document. */
  badge?: ReactNode;
}

/** Header of a printed document: title and sender. */
export function LetterheadHeader({ title, business, badge }: LetterheadHeaderProps) {
  const t = useMessages(documentMessages);
  return (
    <header className="flex items-start justify-between gap-8 pb-4">
      <h1 className="font-semibold text-xl">{title}</h1>
      {business?.businessName ? (
        <address className="not-italic">
          <p className="font-semibold text-base">{business.businessName}</p>
          {business.businessAddress ? (
            <p className="whitespace-pre-line">{business.businessAddress}</p>
          ) : null}
          {business.taxNumber ? (
            <p>
              {t.taxNumber}: <bdi>{business.taxNumber}</bdi>
            </p>
          ) : null}
        </address>
      ) : null}
      {badge}
    </header>
  );
}

import { Link, useSearch } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { Suspense, use } from 'react';
import { type Actor, type Collection, canRead, canWrite } from '#core/permissions.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { importActionMessages } from './import-messages.ts';
import { ImportSlot } from './import-slot.ts';

/**
 * Returns whether the user may create and change the imported rows individually. For stock, access to values
 * is required as well.
 */
export function canImport(user: Actor, collection: Collection): boolean {
  const canWriteRows = canWrite(user, collection, 'canCreate') && canWrite(user, collection, 'canEdit');
  return canWriteRows && (collection !== 'stock' || canRead(user, 'costs'));
}

/** Returns whether the URL opens the import of a collection and the user has permission. */
export function useIsImporting(collection: Collection): boolean {
  const user = useUser();
  const search: Record<string, unknown> = useSearch({ strict: false });
  return search['import'] === true && canImport(user, collection);
}

/** The import of one kind, as a page that replaces the list. */
export function ImportPage({ kind }: { kind: string }) {
  const t = useMessages(importActionMessages);
  const importScreen = use(ImportSlot);
  return (
    <Page isWide>
      <Suspense fallback={<SkeletonRows label={t.import} />}>{importScreen(kind)}</Suspense>
    </Page>
  );
}

/** Link to the import; hidden without permission. */
export function ImportLink({ collection }: { collection: Collection }) {
  const t = useMessages(importActionMessages);
  if (!canImport(useUser(), collection)) return null;
  return (
    <SecondaryAction asChild>
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, row: undefined, import: true as const })}
      >
        <Upload aria-hidden="true" />
        {t.import}
      </Link>
    </SecondaryAction>
  );
}

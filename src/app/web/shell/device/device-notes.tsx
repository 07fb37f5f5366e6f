import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { HardDrive, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { canOpenPage, getLandingPage } from '#core/permissions.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { persistResponses } from '#platform/web/cache/persisted-responses.ts';
import { getManifestPath, manifestShortcuts, type ManifestSide } from '#platform/web/device/app-manifest.ts';
import {
  isInstallable,
  installAppWorker,
  newVersionStore,
  updateNow,
} from '#platform/web/device/app-worker.ts';
import { unstoredDrafts } from '#platform/web/drafts/drafts.ts';
import { hasUnsavedOnScreen } from '#platform/web/drafts/unsaved.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { storageFailure } from '#platform/web/outbox/show-queue.ts';
import { saveLastPage } from '#platform/web/session/last-page.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { useTheme } from '#platform/web/theme.ts';
import { useMedia } from '#platform/web/use-media.ts';
import { ClockNote } from './clock-note.tsx';
import { deviceMessages } from './messages.ts';

/**
 * Stores the dashboard and its data on this device, and shows the related notices: new version, storage full,
 * wrong clock.
 */
export function DeviceNotes() {
  const queryClient = useQueryClient();
  const user = useUser();
  useEffect(() => startPersistence(queryClient), [queryClient]);
  useManifest(user);
  const href = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).href });
  useEffect(() => saveLastPage(user._id, href), [user._id, href]);
  return (
    <>
      <NewVersionNote />
      <StorageNotes />
      <ClockNote />
    </>
  );
}

/** Persistence starts once per client and survives remounts of the shell, like the queue. */
const persistedClients = new WeakSet<QueryClient>();

function startPersistence(queryClient: QueryClient): void {
  if (persistedClients.has(queryClient)) return;
  persistedClients.add(queryClient);
  persistResponses(queryClient);
  installAppWorker();
}

/** The manifest of the user's role, by landing page. */
const manifestSides: Readonly<Record<string, ManifestSide>> = {
  '/branch-order/create-order': 'branch',
  '/central-kitchen/dashboard': 'kitchen',
};

/** Installs a web app manifest in the user's language with the pages that they may open. */
function useManifest(user: SessionUser): void {
  const locale = useLocale();
  const theme = useTheme();
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const scheme = theme === 'dark' || (theme === 'system' && isSystemDark) ? 'dark' : 'light';
  const landing = manifestSides[getLandingPage(user.role)] ?? 'office';
  const side = manifestShortcuts[landing].every(([page]) => canOpenPage(user, page)) ? landing : 'office';
  const path = getManifestPath({ side, locale, scheme });
  useEffect(() => {
    if (!isInstallable) return;
    const existingLink = document.head.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    const link = existingLink ?? document.createElement('link');
    link.rel = 'manifest';
    link.href = path;
    if (existingLink === null) document.head.append(link);
  }, [path]);
}

const checkIntervalMs = 1000;

/**
 * Offers a new version. Nothing reloads before the user confirms, and the offer waits while the user is
 * typing or data is being sent.
 */
function NewVersionNote() {
  const t = useMessages(deviceMessages).newVersion;
  const isReady = useStore(newVersionStore);
  const [isUnsaved, setUnsaved] = useState(hasUnsavedOnScreen);
  const [isUpdating, setUpdating] = useState(false);
  const isUnsent = useOutbox().some(({ state }) => state === 'queued' || state === 'sending');
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setInterval(() => setUnsaved(hasUnsavedOnScreen()), checkIntervalMs);
    return () => clearInterval(timer);
  }, [isReady]);
  const isWaiting = isUnsaved || isUnsent;
  const update = () => {
    // The user has entered something since the last check.
    if (hasUnsavedOnScreen()) {
      setUnsaved(true);
      return;
    }
    setUpdating(true);
    void updateNow();
  };
  return (
    <div role="status" className="print:hidden">
      {isReady ? (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b bg-muted px-4 py-1 text-sm">
          <RefreshCw className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
          <span className="py-1">{isWaiting ? t.waits : t.ready}</span>
          {isWaiting ? null : (
            <Button variant="link" size="sm" className="px-2" disabled={isUpdating} onClick={update}>
              {isUpdating ? t.updating : t.update}
            </Button>
          )}
        </p>
      ) : null}
    </div>
  );
}

function StorageNotes() {
  const t = useMessages(deviceMessages);
  const notes = [
    ...(useStore(storageFailure) === null ? [] : [t.storage]),
    ...(useStore(unstoredDrafts).size > 0 ? [t.storageFull] : []),
  ];
  return (
    <div role="status" className="print:hidden">
      {notes.map((note) => (
        <p key={note} className="pill-status-amber flex items-center gap-2 border-b px-4 py-2 text-sm">
          <HardDrive className="size-4 shrink-0" aria-hidden="true" />
          {note}
        </p>
      ))}
    </div>
  );
}

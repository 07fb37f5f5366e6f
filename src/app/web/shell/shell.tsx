import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog, DrawerContent } from '#platform/web/ui/dialog.tsx';
import { Toaster } from '#platform/web/ui/toaster.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { Logo } from '#platform/web/layout/logo.tsx';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { OfflineBanner } from './banners.tsx';
import { Sidebar } from './sidebar.tsx';
import { setCollapsed, useIsCollapsed } from '#platform/web/layout/sidebar-state.ts';
import { TopBar } from './top-bar.tsx';

interface ShellProps {
  user: SessionUser;
  /** Page title in the top bar. */
  title: string;
  /** Number of unsent actions, for the offline banner. */
  unsentCount: number;
  onSignOut(): void;
  /** Shown in the top bar next to the account. */
  status?: ReactNode;
  /** Shown above the page. */
  notice?: ReactNode;
  /** Shown below the page, or floating over it. */
  monitor?: ReactNode;
  children: ReactNode;
}

/** Sidebar, top bar and content. Below 768 px the sidebar is a drawer. */
export function Shell({
  user,
  title,
  unsentCount,
  onSignOut,
  status,
  notice,
  monitor,
  children,
}: ShellProps) {
  const t = useMessages(layoutMessages);
  const isCollapsed = useIsCollapsed();
  const isDesktop = useMedia(desktopQuery);
  const path = useRouterState({ select: (state) => state.location.pathname });
  /** The page on which the drawer was opened; navigating closes it. */
  const [drawerPage, setDrawerPage] = useState<string | null>(null);
  useEffect(() => {
    const desktop = window.matchMedia(desktopQuery);
    const close = () => setDrawerPage(null);
    desktop.addEventListener('change', close);
    return () => desktop.removeEventListener('change', close);
  }, []);

  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-primary-foreground"
      >
        {t.skipToContent}
      </a>
      <div className="flex min-h-dvh">
        {isDesktop ? (
          <aside
            className={cn(
              'sticky top-0 flex h-dvh shrink-0 flex-col border-e bg-sidebar pb-(--monitor-block) print:hidden',
              isCollapsed ? 'w-16' : 'w-64',
            )}
          >
            <Brand isCollapsed={isCollapsed} />
            <Sidebar user={user} isCollapsed={isCollapsed} onExpand={() => setCollapsed(false)} />
          </aside>
        ) : (
          <Drawer user={user} isOpen={drawerPage === path} onClose={() => setDrawerPage(null)} />
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar
            user={user}
            title={title}
            isCollapsed={isCollapsed}
            onOpenMenu={() => setDrawerPage(path)}
            onToggleSidebar={() => setCollapsed(!isCollapsed)}
            onSignOut={onSignOut}
          >
            {status}
          </TopBar>
          <OfflineBanner unsentCount={unsentCount} />
          {notice}
          {/* Overlaps the footer, which stays at the bottom of the window, so that nothing moves when a list loads. */}
          <main
            id="content"
            tabIndex={-1}
            className="relative z-1 flex min-w-0 flex-1 flex-col bg-background outline-none max-md:min-h-[calc(100dvh-6rem)]"
          >
            {children}
          </main>
          <footer className="sticky bottom-0 flex h-10 shrink-0 items-center justify-center border-t px-4 text-muted-foreground text-xs print:hidden">
            {t.footer}
          </footer>
          {monitor}
        </div>
      </div>
      <Toaster />
    </>
  );
}

function Brand({ isCollapsed }: { isCollapsed: boolean }) {
  const t = useMessages(layoutMessages);
  return (
    <div className={cn('flex h-14 items-center gap-2.5 border-b px-4', isCollapsed && 'justify-center px-0')}>
      <Logo className="size-7" />
      {isCollapsed ? null : <span className="font-semibold text-base">{t.appName}</span>}
    </div>
  );
}

interface DrawerProps {
  user: SessionUser;
  isOpen: boolean;
  onClose(): void;
}

function Drawer({ user, isOpen, onClose }: DrawerProps) {
  const t = useMessages(layoutMessages);
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DrawerContent title={t.mainMenu}>
        <Brand isCollapsed={false} />
        <Sidebar user={user} isCollapsed={false} onExpand={() => undefined} onNavigate={onClose} />
      </DrawerContent>
    </Dialog>
  );
}

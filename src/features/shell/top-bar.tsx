import { Crown, Menu, PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';
import { AccountMenu } from './account-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { ProgressBar } from './progress-bar.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { useRoleLabel } from '#src/components/layout/use-role-label.ts';

interface TopBarProps {
  user: SessionUser;
  title: string;
  isCollapsed: boolean;
  onOpenMenu(): void;
  onToggleSidebar(): void;
  onSignOut(): void;
  /** What sits beside the account: the queue of unsent work. */
  children?: ReactNode;
}

export function TopBar({
  user,
  title,
  isCollapsed,
  onOpenMenu,
  onToggleSidebar,
  onSignOut,
  children,
}: TopBarProps) {
  const t = useMessages(layoutMessages);
  const roleOf = useRoleLabel();
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-3 md:px-4 print:hidden">
      <Button variant="ghost" size="icon" className="md:hidden" aria-label={t.openMenu} onClick={onOpenMenu}>
        <Menu aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="max-md:hidden"
        aria-label={isCollapsed ? t.expandSidebar : t.collapseSidebar}
        aria-expanded={!isCollapsed}
        onClick={onToggleSidebar}
      >
        <PanelLeft aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
      <Breadcrumb title={title} />
      {children}
      <ThemeMenu />
      <div className="flex items-center gap-2 ps-1 max-md:hidden">
        <div className="max-w-44 text-end leading-tight">
          <p className="flex items-center justify-end gap-1 font-medium text-sm">
            <bdi className="truncate">{user.name}</bdi>
            {user.isMasterAdmin ? (
              <Crown role="img" aria-label={t.masterAdmin} className="size-3.5 shrink-0 text-status-amber" />
            ) : null}
          </p>
          <p className="truncate text-muted-foreground text-xs">{roleOf(user.role, user.roleLabel)}</p>
        </div>
        <Button size="sm" onClick={onSignOut}>
          {t.logout}
        </Button>
      </div>
      <AccountMenu user={user} onSignOut={onSignOut} />
      <ProgressBar />
    </header>
  );
}

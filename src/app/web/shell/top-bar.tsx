import { Link, useRouterState } from '@tanstack/react-router';
import { CircleUserRound, Crown, LogOut, Menu, PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import { type BreadcrumbStep, getBreadcrumb } from '#platform/web/layout/menu.ts';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { useRoleLabel } from '#platform/web/layout/use-role-label.ts';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import type { SessionUser } from '#platform/web/session/read-user.ts';
import { useUser } from '#platform/web/session/session.ts';

interface TopBarProps {
  user: SessionUser;
  title: string;
  isCollapsed: boolean;
  onOpenMenu(): void;
  onToggleSidebar(): void;
  onSignOut(): void;
  /** Shown next to the account: the queue of unsent actions. */
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
  const getRoleLabel = useRoleLabel();
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
          <p className="truncate text-muted-foreground text-xs">{getRoleLabel(user.role, user.roleLabel)}</p>
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

/** Position of the page in the menu. On a phone, only the page is shown. */
function Breadcrumb({ title }: { title: string }) {
  const t = useMessages(layoutMessages);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const trail = getBreadcrumb(path);
  return (
    <nav aria-label={t.breadcrumb} className="min-w-0 flex-1 text-sm">
      <ol className="flex min-w-0 items-center">
        {trail.slice(0, -1).map((step) => (
          <li
            key={step.label}
            className="shrink-0 text-muted-foreground after:px-1.5 after:content-['/'/''] max-lg:hidden"
          >
            <BreadcrumbLink {...step} />
          </li>
        ))}
        <li aria-current="page" className="line-clamp-2 font-medium leading-tight">
          {title}
        </li>
      </ol>
    </nav>
  );
}

/** Links a group to its own page, or to the first of its pages that the user may open. */
function BreadcrumbLink({ label, to: page, pages }: BreadcrumbStep) {
  const t = useMessages(pageMessages);
  const user = useUser();
  const to = [page, ...pages].find((page) => page !== null && canOpenPage(user, page));
  if (!to) return t[label];
  return (
    <Link to={to} className="rounded-sm hover:text-foreground hover:underline">
      {t[label]}
    </Link>
  );
}

/** Account, theme and language on a wide screen; on a phone they are in the avatar menu. */
function ThemeMenu() {
  const t = useMessages(layoutMessages);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t.display} className="max-md:hidden">
          <CircleUserRound aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-36">
        <MenuChoices />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/**
 * Account menu of the phone layout. The name stays visible inside the menu, because tablets may be shared.
 */
function AccountMenu({ user, onSignOut }: { user: SessionUser; onSignOut(): void }) {
  const t = useMessages(layoutMessages);
  const getRoleLabel = useRoleLabel();
  const name = user.name;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={t.account(name)}
        className="inline-flex h-11 min-w-11 max-w-32 items-center justify-center gap-2 rounded-md px-1 hover:bg-accent md:hidden"
      >
        <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-selected font-semibold text-primary text-xs">
          {getInitials(name)}
        </span>
        <span dir="auto" className="truncate text-sm max-[479px]:hidden">
          {name}
        </span>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <div className="px-2 py-1.5">
          <p className="flex items-center gap-1 font-medium text-sm">
            <bdi>{name}</bdi>
            {user.isMasterAdmin ? (
              <Crown role="img" aria-label={t.masterAdmin} className="size-3.5 text-status-amber" />
            ) : null}
          </p>
          <p className="text-muted-foreground text-xs">{getRoleLabel(user.role, user.roleLabel)}</p>
        </div>
        <DropdownMenuSeparator />
        <MenuChoices />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onSignOut}>
          <LogOut aria-hidden="true" />
          {t.logout}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}

const displayChoices = lazyModule(() => import('./display-choices.tsx'));

/** Menu items shared by both layouts; loaded with the first menu that opens. */
function MenuChoices() {
  const loaded = useLazyModuleWhen(true, displayChoices);
  return loaded ? <loaded.DisplayChoices /> : null;
}

/** A thin bar under the top bar while a page takes longer than 300 ms to load. */
function ProgressBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? (
    <div aria-hidden="true" className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-progress bg-primary opacity-0" />
    </div>
  ) : null;
}

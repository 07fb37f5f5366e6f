import { Crown, LogOut } from 'lucide-react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';
import { MenuChoices } from './menu-choices.tsx';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { useRoleLabel } from '#src/components/layout/use-role-label.ts';

/** The avatar of the phone layout. The name stays in sight inside it, for tablets that are shared. */
export function AccountMenu({ user, onSignOut }: { user: SessionUser; onSignOut(): void }) {
  const t = useMessages(layoutMessages);
  const roleOf = useRoleLabel();
  const name = user.name;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={t.account(name)}
        className="inline-flex h-11 min-w-11 max-w-32 items-center justify-center gap-2 rounded-md px-1 hover:bg-accent md:hidden"
      >
        <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-selected font-semibold text-primary text-xs">
          {initials(name)}
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
          <p className="text-muted-foreground text-xs">{roleOf(user.role, user.roleLabel)}</p>
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

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}

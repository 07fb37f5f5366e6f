import { MoreHorizontal } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { layoutMessages } from './messages.ts';

const InMenu = createContext(false);

interface ActionsProps {
  /**
   * `SecondaryAction`s or components that render some. They must be stateless, because a menu unmounts them.
   */
  more?: ReactNode;
  /** They are in the menu on a wide screen as well. */
  isFolded?: boolean;
  /** Side on which the menu opens. */
  side?: 'top' | 'bottom';
  /** The primary action, and other controls such as a branch choice. */
  children?: ReactNode;
}

/**
 * Actions of a page or panel: side by side on a wide screen; on a phone the primary action and a menu of the
 * others.
 */
export function Actions({ more, isFolded = false, side = 'bottom', children }: ActionsProps) {
  const t = useMessages(layoutMessages);
  return (
    <>
      {more && !isFolded ? <div className="peer contents max-md:hidden">{more}</div> : null}
      {more ? (
        // Hides the menu if the user may do none of them.
        <div className={cn('order-last peer-empty:hidden', !isFolded && 'md:hidden')}>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="icon" aria-label={t.moreActions} title={t.moreActions}>
                <MoreHorizontal aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end" side={side}>
              <InMenu value>{more}</InMenu>
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
      ) : null}
      {children}
    </>
  );
}

interface SecondaryActionProps
  extends Pick<ComponentProps<typeof Button>, 'disabled' | 'variant' | 'children'> {
  /** The child is a link. */
  asChild?: boolean;
  /** Why it cannot be done now; null when it can. */
  blocked?: string | null;
  onSelect?(): void;
}

/** A secondary action: a button, or a menu entry. */
export function SecondaryAction({ onSelect, blocked = null, variant, ...props }: SecondaryActionProps) {
  const isInMenu = use(InMenu);
  const select = onSelect && (() => onSelect());
  if (!isInMenu && blocked !== null) return <GuardedButton {...props} variant={variant} blocked={blocked} />;
  if (!isInMenu) return <Button {...props} variant={variant} onClick={select} />;
  const onChoice = blocked === null ? select : () => toast(blocked);
  return (
    <DropdownMenuItem
      {...props}
      {...(blocked !== null && { 'aria-disabled': true })}
      {...(onChoice && { onSelect: onChoice })}
    />
  );
}

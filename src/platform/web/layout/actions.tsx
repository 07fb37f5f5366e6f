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

const InMenuContext = createContext(false);

interface ActionsProps {
  /**
   * `SecondaryAction`s or components that render some. They must be stateless, because a menu unmounts them.
   */
  secondaryActions?: ReactNode;
  /** Whether they are in the menu on a wide screen, too. */
  isCollapsed?: boolean;
  /** Side on which the menu opens. */
  side?: 'top' | 'bottom';
  /** The primary action, and other controls such as a branch choice. */
  children?: ReactNode;
}

/**
 * Actions of a page or panel: side by side on a wide screen; on a phone the primary action and a menu of the
 * others.
 */
export function Actions({ secondaryActions, isCollapsed = false, side = 'bottom', children }: ActionsProps) {
  const t = useMessages(layoutMessages);
  return (
    <>
      {secondaryActions && !isCollapsed ? (
        <div className="peer contents max-md:hidden">{secondaryActions}</div>
      ) : null}
      {secondaryActions ? (
        // Hides the menu if none of the actions is rendered.
        <div className={cn('order-last peer-empty:hidden', !isCollapsed && 'md:hidden')}>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="icon" aria-label={t.moreActions} title={t.moreActions}>
                <MoreHorizontal aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end" side={side}>
              <InMenuContext value>{secondaryActions}</InMenuContext>
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
  /** Renders the child, a link, instead of a button. */
  asChild?: boolean;
  /** Reason why the action is disabled; null when it is enabled. */
  disabledReason?: string | null;
  onSelect?(): void;
}

/** A secondary action: a button, or a menu entry. */
export function SecondaryAction({
  onSelect,
  disabledReason = null,
  variant,
  ...props
}: SecondaryActionProps) {
  const isInMenu = use(InMenuContext);
  const handleClick = onSelect && (() => onSelect());
  if (!isInMenu && disabledReason !== null)
    return <GuardedButton {...props} variant={variant} disabledReason={disabledReason} />;
  if (!isInMenu) return <Button {...props} variant={variant} onClick={handleClick} />;
  const handleSelect = disabledReason === null ? handleClick : () => toast(disabledReason);
  return (
    <DropdownMenuItem
      {...props}
      {...(disabledReason !== null && { 'aria-disabled': true })}
      {...(handleSelect && { onSelect: handleSelect })}
    />
  );
}

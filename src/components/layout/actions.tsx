import { MoreHorizontal } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { layoutMessages } from './messages.ts';

const InMenu = createContext(false);

interface ActionsProps {
  /** `SecondaryAction`s, or what draws some of them for this person. They hold no state: in a menu they come and go. */
  more?: ReactNode;
  /** They are in the menu on a wide screen as well. */
  isFolded?: boolean;
  /** Where the menu opens, seen from its button. */
  side?: 'top' | 'bottom';
  /** The primary action, and what is no action, such as a choice of branch. */
  children?: ReactNode;
}

/** What can be done here: side by side on a wide screen; on a phone the primary action, and the others in one menu. */
export function Actions({ more, isFolded = false, side = 'bottom', children }: ActionsProps) {
  const t = useMessages(layoutMessages);
  return (
    <>
      {more && !isFolded ? <div className="peer contents max-md:hidden">{more}</div> : null}
      {more ? (
        // A person who may do none of them gets no empty menu.
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

/** One action besides the primary one: a button, or an entry of the menu. */
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

import * as DialogPrimitive from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { CameraButton } from '#platform/web/scanning/camera-button.tsx';
import { ScanLayer } from '#platform/web/scanning/scan-layer.ts';
import { uiMessages } from './messages.ts';
import { rememberFocus, returnFocus } from './return-focus.ts';

export interface ContentProps {
  title: ReactNode;
  /** One line under the title; if omitted, `aria-describedby` is not set. */
  description?: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
  onOpenAutoFocus?: (event: Event) => void;
  /** Called after closing, when the focus has been returned. */
  onClosed?: () => void;
}

interface RootProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Surface of a dialog or side panel, with header and footer. */
export function Panel(props: ContentProps & RootProps) {
  const { title, description, footer, children, ...surface } = props;
  const t = useMessages(uiMessages);
  return (
    <Surface {...surface} {...(description ? {} : { 'aria-describedby': undefined })}>
      <header className="flex items-start gap-3 border-b px-4 py-3">
        <div className="min-w-0 flex-1">
          <DialogPrimitive.Title className="line-clamp-3 break-words font-semibold text-base">
            {title}
          </DialogPrimitive.Title>
          {description ? (
            <DialogPrimitive.Description className="text-muted-foreground text-sm">
              {description}
            </DialogPrimitive.Description>
          ) : null}
        </div>
        <CameraButton className="-m-1 size-8 touch:size-11" />
        <DialogPrimitive.Close
          className="-m-1 inline-flex size-8 items-center justify-center rounded-md hover:bg-accent touch:size-11"
          aria-label={t.close}
        >
          <X className="size-4" aria-hidden="true" />
        </DialogPrimitive.Close>
      </header>
      {/* Keeps the focused element above a form's bottom bar. */}
      <div className="min-h-0 flex-1 scroll-pt-4 scroll-pb-24 overflow-y-auto px-4 py-4">{children}</div>
      {footer ? (
        <footer
          data-foot-bar
          className="flex flex-wrap items-center justify-end gap-2 border-t bg-popover px-4 py-3"
        >
          {footer}
        </footer>
      ) : null}
    </Surface>
  );
}

interface DrawerProps extends RootProps {
  /** Accessible name; the drawer has no visible header. */
  title: string;
  children: ReactNode;
}

/** A drawer from the start edge: the menu on a phone. */
export function Drawer({ title, children, ...props }: DrawerProps) {
  return (
    <Surface
      {...props}
      aria-describedby={undefined}
      className="inset-y-0 start-0 w-64 max-w-[85vw] animate-slide-in-start border-e bg-sidebar text-foreground"
    >
      <DialogPrimitive.Title className="sr-only">{title}</DialogPrimitive.Title>
      {children}
    </Surface>
  );
}

interface SurfaceProps extends RootProps {
  className?: string;
  children: ReactNode;
  onOpenAutoFocus?: (event: Event) => void;
  onClosed?: () => void;
  'aria-describedby'?: undefined;
}

/** Maximum time between the presses of a double click, as in operating systems. */
const doubleClickMs = 500;

/** Returns the current time in the time base of press events. */
const getPressTime = () => new Event('now').timeStamp;

/**
 * Returns the position of the button that opened a dialog and still has the focus; in browsers that don't
 * focus buttons, the whole page.
 */
const getOpenerRect = () => (document.activeElement ?? document.body).getBoundingClientRect();

interface OpenerPress {
  /** Time of the press, in the time base of press events. */
  timeMs: number;
  rect: DOMRect;
}

/** Whether a press is the second of the double click by which a dialog was opened. */
const isSecondPress = (
  { timeStamp, clientX: x, clientY: y }: PointerEvent,
  { timeMs, rect }: OpenerPress,
): boolean =>
  timeStamp - timeMs < doubleClickMs &&
  x >= rect.left &&
  x <= rect.right &&
  y >= rect.top &&
  y <= rect.bottom;

/** Maximum movement between the presses of a double click, in px. */
const maxDistancePx = 16;

/**
 * Suppresses the second press of a double click that closed a dialog, because it would hit an element below
 * it. Mouse events have a click count; touch presses are compared by time and position.
 *
 * @param first a press within the dialog
 */
function suppressSecondPress(first: MouseEvent, surface: Element): void {
  const stop = (event: PointerEvent): void => {
    const isNear = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < maxDistancePx;
    if (surface.isConnected || !isNear || (event.detail < 2 && event.pointerType !== 'touch')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const page = surface.ownerDocument;
  page.addEventListener('click', stop, true);
  setTimeout(() => page.removeEventListener('click', stop, true), doubleClickMs);
}

function Surface({ isOpen, onOpenChange, className, onOpenAutoFocus, onClosed, ...props }: SurfaceProps) {
  const openerPress = useRef<OpenerPress | null>(null);
  const content = useRef<HTMLDivElement>(null);
  return (
    <ScanLayer value={content}>
      <DialogPrimitive.Root open={isOpen} onOpenChange={onOpenChange}>
        <DialogPrimitive.Portal>
          <DialogPrimitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-black/40" />
          <DialogPrimitive.Content
            {...props}
            ref={content}
            className={cn('fixed z-50 flex flex-col shadow-float outline-none', className)}
            // Panels are opened by URL as often as by a button, so there may be no trigger to return the
            // focus to.
            onOpenAutoFocus={(event) => {
              openerPress.current = { timeMs: getPressTime(), rect: getOpenerRect() };
              rememberFocus();
              onOpenAutoFocus?.(event);
            }}
            onClick={(event) => suppressSecondPress(event.nativeEvent, event.currentTarget)}
            // The second press of a double click that opened a dialog must not close it.
            onPointerDownOutside={(event) => {
              if (openerPress.current && isSecondPress(event.detail.originalEvent, openerPress.current))
                event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              if (returnFocus()) event.preventDefault();
              onClosed?.();
            }}
          />
        </DialogPrimitive.Portal>
      </DialogPrimitive.Root>
    </ScanLayer>
  );
}

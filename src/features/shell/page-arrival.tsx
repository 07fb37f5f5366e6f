import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';

/**
 * Says the page that was gone to, and hands the focus to its heading, where a reader goes on from. A page that takes the
 * focus itself keeps it, and so does whoever moves on before the heading is there. The first page is the browser's to say.
 */
export function PageArrival({ title }: { title: string }) {
  const t = useMessages(layoutMessages);
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const from = useRef(path);
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => {
    if (from.current === path) return;
    from.current = path;
    setHasMoved(true);
    return followToHeading();
  }, [path]);
  return (
    <div aria-live="polite" className="sr-only">
      {hasMoved && title ? t.arrivedAt(title) : ''}
    </div>
  );
}

/**
 * Focuses the heading when the page has been painted, or as soon as it is drawn; returns how to give that up. Not at
 * once: to move the focus lays out a page that is still being drawn, and everybody waits for that.
 */
function followToHeading(): () => void {
  const content = document.querySelector('#content');
  if (content === null) return () => undefined;
  const observer = new MutationObserver(() => {
    if (focusHeading(content)) stop();
  });
  const look = () => {
    if (focusHeading(content)) stop();
    else observer.observe(content, { childList: true, subtree: true });
  };
  let painted: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    painted = setTimeout(look);
  });
  const stop = () => {
    cancelAnimationFrame(frame);
    clearTimeout(painted);
    observer.disconnect();
    for (const kind of ['keydown', 'pointerdown']) document.removeEventListener(kind, stop, true);
  };
  for (const kind of ['keydown', 'pointerdown']) document.addEventListener(kind, stop, true);
  return stop;
}

/** True when the focus is where it belongs: on the heading, or where the page or a dialog asked for it. */
function focusHeading(content: Element): boolean {
  const { activeElement } = document;
  const isTaken =
    activeElement !== content &&
    (content.contains(activeElement) || activeElement?.closest('[role="dialog"]'));
  if (isTaken) return true;
  const heading = content.querySelector<HTMLElement>('h1');
  if (heading === null) return false;
  // Reached by arriving alone, not by Tab; back and forward have put the page where it was.
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from '#platform/web/store.ts';
import { type Box, isFree, findNearestFreePosition, findNextFreePosition } from './free-position.ts';
import { monitorStore, type MonitorPosition, setMonitor } from './monitor-state.ts';

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Distance of the monitor from the edges of the window, in px. */
const margin = 8;

/**
 * Interval in ms for checking whether the monitor covers an interactive element; scrolling triggers the check
 * too.
 */
const checkIntervalMs = 500;

/**
 * Position of the monitor: docked, or placed by the user. If it is dropped over an interactive element, it
 * moves to the nearest free position; while it covers one later, it is docked.
 */
export function useMonitorPosition(monitorRef: RefObject<HTMLElement | null>) {
  const { position } = useStore(monitorStore);
  const [dragged, setDragged] = useState<MonitorPosition | null>(null);
  const isObstructed = useIsObstructed(monitorRef, dragged ? null : position);
  const drag = useRef<{ x: number; y: number; startPosition: MonitorPosition; isMoved: boolean } | null>(
    null,
  );

  const getCurrentBox = () => getFloatingBox(monitorRef.current);
  const moveTo = (box: Box | null) => {
    if (box) setMonitor({ position: toPosition(box) });
  };

  return {
    /** Null while docked. */
    position: dragged ?? (isObstructed ? null : position),
    onPointerDown(event: React.PointerEvent<HTMLElement>): void {
      if (event.button !== 0 || !monitorRef.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { left, top } = getCurrentBox();
      drag.current = {
        x: event.clientX,
        y: event.clientY,
        startPosition: { start: left, top },
        isMoved: false,
      };
    },
    onPointerMove({ clientX, clientY }: React.PointerEvent): void {
      const dragStart = drag.current;
      if (!dragStart) return;
      const [dx, dy] = [clientX - dragStart.x, clientY - dragStart.y];
      if (!dragStart.isMoved && Math.abs(dx) + Math.abs(dy) < 4) return;
      dragStart.isMoved = true;
      const { width } = getCurrentBox();
      setDragged({
        start: mirrorInline(dragStart.startPosition.start + dx, width),
        top: dragStart.startPosition.top + dy,
      });
    },
    onPointerUp(): void {
      if (!drag.current?.isMoved || !monitorRef.current) return;
      const freePosition = findNearestFreePosition(
        getCurrentBox(),
        findInteractiveBoxes(monitorRef.current),
        getFloatingArea(),
      );
      setMonitor({ position: freePosition && toPosition(freePosition) });
      setDragged(null);
    },
    onPointerCancel(): void {
      drag.current = null;
      setDragged(null);
    },
    /** A click without a drag moves it to the next free corner, and from the last corner back to the dock. */
    onClick(): void {
      const wasMoved = drag.current?.isMoved;
      drag.current = null;
      if (wasMoved || !monitorRef.current) return;
      setMonitor({
        position: findNextCorner(getCurrentBox(), position, findInteractiveBoxes(monitorRef.current)),
      });
    },
    onKeyDown(event: React.KeyboardEvent): void {
      const direction = arrows[event.key];
      if (!direction || !monitorRef.current) return;
      event.preventDefault();
      moveTo(
        findNextFreePosition(
          getCurrentBox(),
          direction,
          findInteractiveBoxes(monitorRef.current),
          getFloatingArea(),
        ),
      );
    },
  };
}

/** Returns whether the monitor must stay docked because its position would cover an interactive element. */
function useIsObstructed(
  monitorRef: RefObject<HTMLElement | null>,
  position: MonitorPosition | null,
): boolean {
  const [isObstructed, setObstructed] = useState(false);
  useEffect(() => {
    if (position === null) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!monitorRef.current) return;
      const { width, height } = getFloatingBox(monitorRef.current);
      const target = { left: mirrorInline(position.start, width), top: position.top, width, height };
      setObstructed(!isFree(target, findInteractiveBoxes(monitorRef.current), getFloatingArea()));
    };
    const scheduleMeasure = () => {
      frame ||= requestAnimationFrame(measure);
    };
    scheduleMeasure();
    const timer = setInterval(measure, checkIntervalMs);
    window.addEventListener('scroll', scheduleMeasure, { passive: true, capture: true });
    window.addEventListener('resize', scheduleMeasure);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
      window.removeEventListener('scroll', scheduleMeasure, { capture: true });
      window.removeEventListener('resize', scheduleMeasure);
    };
  }, [monitorRef, position]);
  return position !== null && isObstructed;
}

/** Width while floating; while docked it has the width of the sidebar or the page. */
export const floatingWidth = 240;
const floatingHeight = 168;

function getFloatingBox(element: HTMLElement | null): Box {
  const rect = element?.getBoundingClientRect();
  const isOpen = monitorStore.get().isOpen;
  const { left = 0, top = 0, width = 0, height = 0 } = rect ?? {};
  if (!isOpen) return { left, top, width, height };
  return { left, top, width: floatingWidth, height: width === floatingWidth ? height : floatingHeight };
}

function toPosition({ left, top, width }: Box): MonitorPosition {
  return { start: mirrorInline(left, width), top };
}

/** Returns the first free corner after the current one (bottom end, top end, top start); null to dock. */
function findNextCorner(
  from: Box,
  position: MonitorPosition | null,
  obstacles: readonly Box[],
): MonitorPosition | null {
  const area = getFloatingArea();
  const end = mirrorInline(area.left + area.width - from.width, from.width);
  const start = mirrorInline(area.left, from.width);
  const bottom = area.top + area.height - from.height;
  const corners = [
    { ...from, left: end, top: bottom },
    { ...from, left: end, top: area.top },
    { ...from, left: start, top: area.top },
  ];
  const freeCorners = corners
    .flatMap((corner) => findNearestFreePosition(corner, obstacles, area) ?? [])
    .map(toPosition);
  const current = freeCorners.findIndex(
    (corner) => corner.start === position?.start && corner.top === position.top,
  );
  return freeCorners[current + 1] ?? null;
}

/** Returns the part of the window in which the monitor may float. */
function getFloatingArea(): Box {
  return {
    left: margin,
    top: margin,
    width: document.documentElement.clientWidth - 2 * margin,
    height: window.innerHeight - 2 * margin,
  };
}

/** Converts between an inline-start offset and the left edge, in either reading direction. */
function mirrorInline(startOrLeft: number, width: number): number {
  const isRtl = document.documentElement.dir === 'rtl';
  return isRtl ? document.documentElement.clientWidth - startOrLeft - width : startOrLeft;
}

/** Interactive elements and current toasts. */
const interactiveSelector =
  'a[href], button, input, select, textarea, summary, label, [role="button"], [role="tab"], [contenteditable], [data-sonner-toast]';

/** Returns the boxes of all elements on screen that the monitor must not cover. */
function findInteractiveBoxes(monitor: Element): Box[] {
  const boxes: Box[] = [];
  for (const element of document.querySelectorAll(interactiveSelector)) {
    if (monitor.contains(element)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const isInWindow =
      top < window.innerHeight && top + height > 0 && left < window.innerWidth && left + width > 0;
    if (width > 1 && height > 1 && isInWindow) boxes.push({ left, top, width, height });
  }
  return boxes;
}

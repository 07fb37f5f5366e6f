import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from '#platform/web/store.ts';
import { type Box, isFree, nearestFreePosition, nextFreePosition } from './free-position.ts';
import { actionsOnScreen, mirrorInline, floatingArea } from './monitor-geometry.ts';
import { monitorStore, type MonitorPosition, setMonitor } from './monitor-state.ts';

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Interval of the check whether the monitor covers something interactive, in ms; it also runs on scroll. */
const checkEveryMs = 500;

/**
 * Position of the monitor: docked, or where the user has put it. Dropped over something interactive, it moves
 * to the nearest free position; while something interactive appears under it later, it is docked.
 */
export function useMonitorPosition(box: RefObject<HTMLElement | null>) {
  const { place } = useStore(monitorStore);
  const [dragged, setDragged] = useState<MonitorPosition | null>(null);
  const isAside = useIsObstructed(box, dragged ? null : place);
  const grip = useRef<{ x: number; y: number; at: MonitorPosition; isMoved: boolean } | null>(null);

  const boxNow = () => floatingBox(box.current);
  const putAt = (found: Box | null) => {
    if (found) setMonitor({ place: positionOf(found) });
  };

  return {
    /** Null: docked. */
    place: dragged ?? (isAside ? null : place),
    onPointerDown(event: React.PointerEvent<HTMLElement>): void {
      if (event.button !== 0 || !box.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { left, top } = boxNow();
      grip.current = { x: event.clientX, y: event.clientY, at: { start: left, top }, isMoved: false };
    },
    onPointerMove({ clientX, clientY }: React.PointerEvent): void {
      const dragStart = grip.current;
      if (!dragStart) return;
      const [dx, dy] = [clientX - dragStart.x, clientY - dragStart.y];
      if (!dragStart.isMoved && Math.abs(dx) + Math.abs(dy) < 4) return;
      dragStart.isMoved = true;
      const { width } = boxNow();
      setDragged({ start: mirrorInline(dragStart.at.start + dx, width), top: dragStart.at.top + dy });
    },
    onPointerUp(): void {
      if (!grip.current?.isMoved || !box.current) return;
      const freePosition = nearestFreePosition(boxNow(), actionsOnScreen(box.current), floatingArea());
      setMonitor({ place: freePosition && positionOf(freePosition) });
      setDragged(null);
    },
    onPointerCancel(): void {
      grip.current = null;
      setDragged(null);
    },
    /** A click without a drag: to the next free corner, then back to the dock. */
    onClick(): void {
      const wasMoved = grip.current?.isMoved;
      grip.current = null;
      if (wasMoved || !box.current) return;
      setMonitor({ place: nextCorner(boxNow(), place, actionsOnScreen(box.current)) });
    },
    onKeyDown(event: React.KeyboardEvent): void {
      const direction = arrows[event.key];
      if (!direction || !box.current) return;
      event.preventDefault();
      putAt(nextFreePosition(boxNow(), direction, actionsOnScreen(box.current), floatingArea()));
    },
  };
}

/** Returns whether the monitor must stay docked because its position covers something interactive. */
function useIsObstructed(box: RefObject<HTMLElement | null>, place: MonitorPosition | null): boolean {
  const [isAside, setAside] = useState(false);
  useEffect(() => {
    if (place === null) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!box.current) return;
      const { width, height } = floatingBox(box.current);
      const there = { left: mirrorInline(place.start, width), top: place.top, width, height };
      setAside(!isFree(there, actionsOnScreen(box.current), floatingArea()));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    soon();
    const timer = setInterval(measure, checkEveryMs);
    window.addEventListener('scroll', soon, { passive: true, capture: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
      window.removeEventListener('scroll', soon, { capture: true });
      window.removeEventListener('resize', soon);
    };
  }, [box, place]);
  return place !== null && isAside;
}

/** Size while floating; docked, it may be as narrow as the sidebar or as wide as the page. */
export const floatingWidth = 240;
const floatingHeight = 168;

function floatingBox(element: HTMLElement | null): Box {
  const rect = element?.getBoundingClientRect();
  const isOpen = monitorStore.get().isOpen;
  const { left = 0, top = 0, width = 0, height = 0 } = rect ?? {};
  if (!isOpen) return { left, top, width, height };
  return { left, top, width: floatingWidth, height: width === floatingWidth ? height : floatingHeight };
}

function positionOf({ left, top, width }: Box): MonitorPosition {
  return { start: mirrorInline(left, width), top };
}

/** Bottom end, top end, top start: returns the first free corner after the current one; null for the dock. */
function nextCorner(
  from: Box,
  place: MonitorPosition | null,
  obstacles: readonly Box[],
): MonitorPosition | null {
  const room = floatingArea();
  const end = mirrorInline(room.left + room.width - from.width, from.width);
  const start = mirrorInline(room.left, from.width);
  const bottom = room.top + room.height - from.height;
  const corners = [
    { ...from, left: end, top: bottom },
    { ...from, left: end, top: room.top },
    { ...from, left: start, top: room.top },
  ];
  const freeCorners = corners
    .flatMap((corner) => nearestFreePosition(corner, obstacles, room) ?? [])
    .map(positionOf);
  const current = freeCorners.findIndex(
    (corner) => corner.start === place?.start && corner.top === place.top,
  );
  return freeCorners[current + 1] ?? null;
}

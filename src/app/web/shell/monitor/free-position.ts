/** Rectangle in the window, in px from its left and top. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const step = 16;

/** Returns whether a box is inside the area and overlaps no obstacle. */
export function isFree(box: Box, obstacles: readonly Box[], room: Box): boolean {
  const isInside =
    box.left >= room.left &&
    box.top >= room.top &&
    box.left + box.width <= room.left + room.width &&
    box.top + box.height <= room.top + room.height;
  return isInside && !obstacles.some((obstacle) => overlaps(box, obstacle));
}

/** Returns the free position nearest to the requested one; null when there is none. */
export function nearestFreePosition(requested: Box, obstacles: readonly Box[], room: Box): Box | null {
  const inRoom = { ...requested, ...clamp(requested, room) };
  if (isFree(inRoom, obstacles, room)) return inRoom;
  let nearest: Box | null = null;
  let minDistance = Number.POSITIVE_INFINITY;
  for (let top = room.top; top + requested.height <= room.top + room.height; top += step) {
    for (let left = room.left; left + requested.width <= room.left + room.width; left += step) {
      const far = (left - inRoom.left) ** 2 + (top - inRoom.top) ** 2;
      const box = { ...requested, left, top };
      if (far >= minDistance || !isFree(box, obstacles, room)) continue;
      nearest = box;
      minDistance = far;
    }
  }
  return nearest;
}

/**
 * Returns the next free position in a direction (dx, dy of -1, 0, 1), skipping obstacles; null when there is
 * none.
 */
export function nextFreePosition(
  from: Box,
  [dx, dy]: readonly [number, number],
  obstacles: readonly Box[],
  room: Box,
): Box | null {
  const start = { ...from, ...clamp(from, room) };
  const steps = Math.ceil(Math.max(room.width, room.height) / step);
  for (let n = 1; n <= steps; n++) {
    const box = { ...start, left: start.left + dx * n * step, top: start.top + dy * n * step };
    if (isFree(box, obstacles, room)) return box;
  }
  return null;
}

function clamp(box: Box, room: Box): Pick<Box, 'left' | 'top'> {
  return {
    left: Math.max(room.left, Math.min(box.left, room.left + room.width - box.width)),
    top: Math.max(room.top, Math.min(box.top, room.top + room.height - box.height)),
  };
}

function overlaps(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}

import { createStore } from './store.ts';
import { newUuid } from './uuid.ts';

/** A moment on this device. Durations in milliseconds. */
export interface DeviceMoment {
  /** The page load that it was noted in: only within one can `steadyMs` be compared. */
  page: string;
  /** A clock that nobody can set; on some devices it stops while they sleep. */
  steadyMs: number;
  /** The clock of the device (epoch ms), which somebody may set. */
  wallMs: number;
  /** How far the device's clock was ahead of the server's when the server last answered; null before its first answer. */
  aheadMs: number | null;
}

const page = newUuid();

/** How far the device's clock is ahead of the server's, in ms; null until the server has reported its time. */
export const clockAhead = createStore<number | null>(null);

/** Two measurements that differ by less are of the same clock: answers take their time. In ms. */
const toleranceMs = 5000;
/** An answer that took longer doesn't date the server's time well enough. In ms. */
const slowMs = 4000;
/** A difference below this isn't worth a change on screen. In ms. */
const jitterMs = 1000;

/** The present moment. */
export function deviceMoment(): DeviceMoment {
  return { page, steadyMs: performance.now(), wallMs: Date.now(), aheadMs: clockAhead.get() };
}

/**
 * The time between two moments, in ms, never below 0. Where the device's clock kept its distance to the server's it is right, time
 * asleep and reloads included; otherwise somebody set it, and the steady clock of the page counts.
 */
export function elapsedMs(since: DeviceMoment, now: DeviceMoment = deviceMoment()): number {
  const wall = now.wallMs - since.wallMs;
  const steady = since.page === now.page ? now.steadyMs - since.steadyMs : null;
  const setBy = since.aheadMs === null || now.aheadMs === null ? null : now.aheadMs - since.aheadMs;
  if (setBy !== null && Math.abs(setBy) < toleranceMs) return Math.max(0, wall, steady ?? 0);
  return Math.max(0, steady ?? wall - (setBy ?? 0));
}

/**
 * Takes over the server's time from an answer.
 *
 * @param serverTime ISO instant; null for a server that doesn't report its time
 * @param asked when the call was sent
 */
export function noteServerTime(serverTime: string | null, asked: DeviceMoment): void {
  const server = Date.parse(serverTime ?? '');
  const now = deviceMoment();
  const took = now.wallMs - asked.wallMs;
  const wasSet = Math.abs(took - (now.steadyMs - asked.steadyMs)) > jitterMs;
  if (Number.isNaN(server) || wasSet || took > slowMs) return;
  const ahead = asked.wallMs + took / 2 - server;
  const known = clockAhead.get();
  if (known === null || Math.abs(ahead - known) > jitterMs) clockAhead.set(ahead);
}

/** The server's time (epoch ms) as far as this device knows it: cut-offs and days on screen go by it. */
export function serverNow(): number {
  return Date.now() - (clockAhead.get() ?? 0);
}

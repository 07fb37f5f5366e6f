import { createStore } from './store.ts';
import { newUuid } from './uuid.ts';

/** A moment on this device. Durations in milliseconds. */
export interface DeviceMoment {
  /** Identifies the page load; `steadyMs` is comparable only within one page load. */
  page: string;
  /** Monotonic clock; on some devices it stops during sleep. */
  steadyMs: number;
  /** The device's wall clock (epoch ms), which can be changed. */
  wallMs: number;
  /** Offset of the device's clock from the server's at the last response; null before the first. */
  aheadMs: number | null;
}

const page = newUuid();

/**
 * How far the device's clock is ahead of the server's, in ms; null before the server has reported its time.
 */
export const clockAheadMs = createStore<number | null>(null);

/** Offsets that differ by less are treated as equal, to allow for response times. In ms. */
const toleranceMs = 5000;
/** A response that took longer is too inaccurate for determining the server's time. In ms. */
const maxRoundTripMs = 4000;
/** A smaller difference isn't worth updating the screen. In ms. */
const minCorrectionMs = 1000;

/** Returns the current moment. */
export function getDeviceMoment(): DeviceMoment {
  return { page, steadyMs: performance.now(), wallMs: Date.now(), aheadMs: clockAheadMs.get() };
}

/**
 * Returns the time between two moments in ms, never below 0. If the offset to the server is unchanged the
 * wall clock is used, which includes sleep and reloads; otherwise it was changed, and the page's monotonic
 * clock is used.
 */
export function computeElapsedMs(start: DeviceMoment, now: DeviceMoment = getDeviceMoment()): number {
  const wallMs = now.wallMs - start.wallMs;
  const steadyMs = start.page === now.page ? now.steadyMs - start.steadyMs : null;
  const clockChangeMs = start.aheadMs === null || now.aheadMs === null ? null : now.aheadMs - start.aheadMs;
  if (clockChangeMs !== null && Math.abs(clockChangeMs) < toleranceMs)
    return Math.max(0, wallMs, steadyMs ?? 0);
  return Math.max(0, steadyMs ?? wallMs - (clockChangeMs ?? 0));
}

/**
 * Records the server's time from a response.
 *
 * @param serverTime ISO instant; null if the server doesn't report its time
 * @param requestedAt when the request was sent
 */
export function recordServerTime(serverTime: string | null, requestedAt: DeviceMoment): void {
  const serverMs = Date.parse(serverTime ?? '');
  const now = getDeviceMoment();
  const durationMs = now.wallMs - requestedAt.wallMs;
  const wasClockChanged = Math.abs(durationMs - (now.steadyMs - requestedAt.steadyMs)) > minCorrectionMs;
  if (Number.isNaN(serverMs) || wasClockChanged || durationMs > maxRoundTripMs) return;
  const aheadMs = requestedAt.wallMs + durationMs / 2 - serverMs;
  const currentAheadMs = clockAheadMs.get();
  if (currentAheadMs === null || Math.abs(aheadMs - currentAheadMs) > minCorrectionMs)
    clockAheadMs.set(aheadMs);
}

/** Returns the estimated server time (epoch ms), used for cut-offs and dates on screen. */
export function getServerNow(): number {
  return Date.now() - (clockAheadMs.get() ?? 0);
}

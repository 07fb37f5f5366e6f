/**
 * Interval in ms: short enough that the port is free before the next start, and long enough to cost nothing.
 */
const watchMs = 500;

/**
 * Calls `stop` once after the parent process has exited. Killing npm ends its shell too, which doesn't
 * forward signals; without this, the server would keep running on its port.
 */
export function whenOrphaned(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, watchMs);
  timer.unref();
}

/** Frequent enough that the port is free again before the next start, and too rare to cost anything. */
const watchMs = 500;

/**
 * Calls `stop` once when the parent process has exited. Killing only npm also ends its shell, which forwards
 * no signals: without this the server would continue to run on its port.
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

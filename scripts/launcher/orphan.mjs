/** Often enough that the port is free again when somebody starts anew, seldom enough to cost nothing. */
const watchMs = 500;

/**
 * Calls `stop` once when the process that started this one is gone. Killing npm alone ends the shell that it
 * runs scripts in, and that shell passes no signal on: without this the server would stay behind on its port.
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

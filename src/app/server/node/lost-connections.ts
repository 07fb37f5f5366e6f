import { classifyDbError } from '#platform/server/db/failures.ts';
import type { Log } from '#platform/server/http/services.ts';

/** Node error codes for a closed socket or stream. */
const disconnectCodes =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ABORT_ERR|ERR_STREAM_\w+|ERR_HTTP_\w+|ERR_INVALID_STATE|UND_ERR_\w+)$/;

/** Returns whether an error only means that a client or the database has disconnected. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return (
    error.name === 'AbortError' ||
    (typeof code === 'string' && disconnectCodes.test(code)) ||
    classifyDbError(error) === 'busy'
  );
}

/**
 * Logs unhandled rejections, and uncaught errors of lost connections, instead of ending the process. Other
 * exceptions still end it, because they leave unknown state behind.
 */
export function surviveLostConnections(log: Pick<Log, 'error'>, target: NodeJS.Process = process): void {
  const toFields = (error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) });
  target.on('unhandledRejection', (error) => log.error(toFields(error), 'unhandled rejection'));
  target.on('uncaughtException', (error) => {
    log.error(toFields(error), 'uncaught exception');
    if (!isLostConnection(error)) target.exit(1);
  });
}

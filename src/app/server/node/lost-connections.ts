import { classifyDbError } from '#platform/server/db/failures.ts';
import type { Log } from '#platform/server/http/services.ts';

/** Node's codes of a closed socket or stream. */
const goneCodes =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ABORT_ERR|ERR_STREAM_\w+|ERR_HTTP_\w+|ERR_INVALID_STATE|UND_ERR_\w+)$/;

/** Returns whether an error only means that a client or the database has disconnected. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  return (
    error.name === 'AbortError' ||
    (typeof code === 'string' && goneCodes.test(code)) ||
    classifyDbError(error) === 'busy'
  );
}

/**
 * Logs unhandled rejections, and uncaught errors of lost connections, instead of ending the process. Other
 * exceptions still end it, because they leave unknown state behind.
 */
export function surviveLostConnections(log: Pick<Log, 'error'>, on: NodeJS.Process = process): void {
  const fieldsOf = (error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) });
  on.on('unhandledRejection', (error) => log.error(fieldsOf(error), 'unhandled rejection'));
  on.on('uncaughtException', (error) => {
    log.error(fieldsOf(error), 'uncaught exception');
    if (!isLostConnection(error)) on.exit(1);
  });
}

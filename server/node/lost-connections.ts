import { classifyDbError } from '../db/failures.ts';
import type { Log } from '../http/services.ts';

/** What Node says of a socket or stream whose other end has gone. */
const goneCodes =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ABORT_ERR|ERR_STREAM_\w+|ERR_HTTP_\w+|ERR_INVALID_STATE|UND_ERR_\w+)$/;

/** Whether an error tells no more than that a client or the database has died: the rest of the process is whole. */
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
 * The last line of defence: a promise that nobody waited for, or an error that a dead connection left behind, is logged
 * and does not end the process. An exception of any other kind still does, since it leaves unknown state behind.
 */
export function surviveLostConnections(log: Pick<Log, 'error'>, on: NodeJS.Process = process): void {
  const fieldsOf = (error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) });
  on.on('unhandledRejection', (error) => log.error(fieldsOf(error), 'unhandled rejection'));
  on.on('uncaughtException', (error) => {
    log.error(fieldsOf(error), 'uncaught exception');
    if (!isLostConnection(error)) on.exit(1);
  });
}

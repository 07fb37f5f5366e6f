import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { ConnectionLostError } from '#platform/server/db/failures.ts';
import { surviveLostConnections } from './lost-connections.ts';

function createObservedProcess() {
  const process = Object.assign(new EventEmitter(), { exit: vi.fn() });
  const loggedErrors: string[] = [];
  const log = { error: (fields: Record<string, unknown>) => void loggedErrors.push(String(fields['error'])) };
  surviveLostConnections(log, process as unknown as NodeJS.Process);
  return { process, loggedErrors };
}

const createError = (code: string) => Object.assign(new Error(`gone: ${code}`), { code });

it.each([
  createError('ECONNRESET'),
  createError('EPIPE'),
  createError('ERR_STREAM_PREMATURE_CLOSE'),
  createError('57P01'),
  new ConnectionLostError(new Error('Connection terminated unexpectedly')),
])('survives the uncaught error %s, and logs it', (error) => {
  const { process, loggedErrors } = createObservedProcess();
  process.emit('uncaughtException', error);
  expect(process.exit).not.toHaveBeenCalled();
  expect(loggedErrors[0]).toContain(error.message);
});

it('survives an unhandled rejection', () => {
  const { process, loggedErrors } = createObservedProcess();
  process.emit('unhandledRejection', new Error('forgotten'));
  expect(process.exit).not.toHaveBeenCalled();
  expect(loggedErrors[0]).toContain('forgotten');
});

it('ends after a programming error', () => {
  const { process } = createObservedProcess();
  process.emit('uncaughtException', new TypeError('x is not a function'));
  expect(process.exit).toHaveBeenCalledWith(1);
});

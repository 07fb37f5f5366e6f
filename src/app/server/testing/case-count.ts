/**
 * Returns the number of generated cases of a property test: `all` with `npm test -- --full` on SQLite
 * (TEST_RUN=full), otherwise a fifth. PostgreSQL takes several times as long per case.
 *
 * @param atLeast minimum number of cases, enough to cover every outcome that the test asserts
 */
export function getCaseCount(all: number, { atLeast = 2 } = {}): number {
  const isFull = process.env['TEST_RUN'] === 'full' && process.env['TEST_DATABASE_URL'] === undefined;
  return isFull ? all : Math.max(atLeast, Math.ceil(all / 5));
}

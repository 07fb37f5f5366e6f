import { api } from '#src/lib/api/api.ts';
import { ApiError } from '#src/lib/api/api-error.ts';

/** What asking `/health` brought. */
export type HealthOutcome =
  | { kind: 'alive'; ms: number }
  /** It answers with a fault of its own (5xx). */
  | { kind: 'troubled'; status: number }
  | { kind: 'refused'; status: number }
  | { kind: 'silent' };

/** A check is answered soon or counts as not answered. */
const patienceMs = 8000;

/** Asks the server whether it is well. Never rejects. A server without `/health` that says so is alive. */
export async function checkConnection(): Promise<HealthOutcome> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    await api.get('health', { signal: AbortSignal.timeout(patienceMs) });
    return { kind: 'alive', ms: took() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.isNetwork) return { kind: 'silent' };
    const { status } = error;
    if (status === 404) return { kind: 'alive', ms: took() };
    return status >= 500 ? { kind: 'troubled', status } : { kind: 'refused', status };
  }
}

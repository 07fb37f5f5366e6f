import { ApiError } from '#platform/web/api/api-error.ts';

/** Maximum number of attempts before the conflict is shown. */
const maxAttempts = 3;

interface SaveWithMergeOptions<State> {
  /** Sends the input based on `state`, with its version. */
  send(state: State): Promise<unknown>;
  /** Returns the current state if the error reports a version conflict; null for any other error. */
  readCurrent(refusal: ApiError, state: State): State | null | Promise<State | null>;
  /**
   * Whether the input can be saved over `current` without review, because both sides changed different
   * fields.
   */
  canMerge(current: State): boolean;
}

/**
 * Saves input over data that others can change. After a version conflict without overlapping fields, it is
 * resent based on the current state.
 *
 * @returns null when saved, otherwise the current state that needs review
 * @throws any other error
 */
export async function saveWithMerge<State>(
  base: State,
  { send, readCurrent, canMerge }: SaveWithMergeOptions<State>,
): Promise<State | null> {
  let state = base;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send(state);
      return null;
    } catch (error) {
      const current = error instanceof ApiError ? await readCurrent(error, state) : null;
      if (current === null) throw error;
      if (attempt === maxAttempts || !canMerge(current)) return current;
      state = current;
    }
  }
}

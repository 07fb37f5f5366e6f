import { ApiError } from '#platform/web/api/api-error.ts';

/** Maximum number of attempts before the conflict is shown. */
const attempts = 3;

interface SaveWithMergeOptions<State> {
  /** Sends the input based on `from`, with its version. */
  send(from: State): Promise<unknown>;
  /** Returns the current state when a refusal reports a version conflict; null for any other refusal. */
  currentOf(refusal: ApiError, from: State): State | null | Promise<State | null>;
  /**
   * Whether the input can be saved over `current` without review, because both sides changed different
   * fields.
   */
  isSettled(current: State): boolean;
}

/**
 * Saves input over data that others can change: after a version conflict without overlapping fields it is
 * sent again over the current state.
 *
 * @returns null when saved, else the current state that needs review
 * @throws any other refusal
 */
export async function saveWithMerge<State>(
  base: State,
  { send, currentOf, isSettled }: SaveWithMergeOptions<State>,
): Promise<State | null> {
  let from = base;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send(from);
      return null;
    } catch (error) {
      const current = error instanceof ApiError ? await currentOf(error, from) : null;
      if (current === null) throw error;
      if (attempt === attempts || !isSettled(current)) return current;
      from = current;
    }
  }
}

import { ApiError } from './api/api-error.ts';

/** So often it is tried again: whoever meets a busier row than that looks at it. */
const attempts = 3;

interface SaveWithMergeOptions<State> {
  /** Sends what is typed as it stands over `from`, with the version of that. */
  send(from: State): Promise<unknown>;
  /** What is there now, where a refusal says that somebody else saved first; null for every other refusal. */
  currentOf(refusal: ApiError, from: State): State | null | Promise<State | null>;
  /** Whether nobody has to look at what is there now before it is saved over: both changed nothing in common. */
  isSettled(current: State): boolean;
}

/**
 * Saves what was typed over something that others change, too: where somebody else saved first and nothing of theirs is
 * in the way, it is sent again over what is there now.
 *
 * @returns null when it is saved, else the state that somebody else left and that has to be looked at first
 * @throws any other refusal
 */
export async function saveWithMerge<State>(
  seen: State,
  { send, currentOf, isSettled }: SaveWithMergeOptions<State>,
): Promise<State | null> {
  let from = seen;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send(from);
      return null;
    } catch (refusal) {
      const current = refusal instanceof ApiError ? await currentOf(refusal, from) : null;
      if (current === null) throw refusal;
      if (attempt === attempts || !isSettled(current)) return current;
      from = current;
    }
  }
}

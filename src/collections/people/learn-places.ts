import { idOf, list, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import type { CallOptions } from '#src/lib/api/call.ts';
import type { SessionUser } from '#src/lib/session/read-user.ts';
import { currentProfile } from '#src/lib/session/session.ts';

/**
 * A branch user of whom the server does not say where they work, which SPEC does not ask of it: any branch is offered, and the
 * server decides. The user as they are where the branches cannot be read.
 */
export async function learnPlaces(user: SessionUser, options: CallOptions): Promise<SessionUser> {
  try {
    const { data } = await api.get(currentProfile().paths.branches, { search: { limit: 500 }, ...options });
    const { rows } = list(data, (row) => ((text(row['type']) ?? 'branch') === 'branch' ? idOf(row) : null));
    return { ...user, branches: rows };
  } catch {
    return user;
  }
}

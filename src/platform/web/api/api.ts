import { isUserVerified, whenUserVerified } from '#platform/web/session/verify-user.ts';
import { currentProfile, sessionStore } from '#platform/web/session/session.ts';
import { baseAddress } from './base-address.ts';
import { type Api, createApi } from './client.ts';
import { reportConnection } from './connection.ts';

/** The API client of the user signed in to this tab. */
export const api: Api = createApi({
  baseAddress: () => baseAddress(window.location),
  profile: currentProfile,
  credentials() {
    const session = sessionStore.get();
    if (session.status !== 'signed-in') return null;
    return { token: session.token, startedAt: session.startedAt, userId: session.user?._id ?? null };
  },
  onOutcome: reportConnection,
  whenUserVerified,
  isUserVerified,
});

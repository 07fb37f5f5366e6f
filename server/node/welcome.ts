import type { Db } from '../db/types.ts';
import { hasMasterAdmin } from '../modules/health/service.ts';
import { issueSetupToken } from '../modules/sessions/setup-token.ts';

interface WelcomeOptions {
  db: Db;
  clock: { now(): Date };
}

/** How to sign in, as lines to print. Without an administrator that is a new set-up token. */
export async function signInLines({ db, clock }: WelcomeOptions): Promise<string[]> {
  if (await hasMasterAdmin(db.read)) return [];
  const token = await issueSetupToken(db, clock.now());
  return [
    'There is no administrator yet. Open the address and set one up with this token (good for 30 minutes):',
    `  ${token}`,
  ];
}

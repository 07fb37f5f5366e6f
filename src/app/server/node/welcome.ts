import type { Db } from '#platform/server/db/types.ts';
import { hasMasterAdmin } from '#modules/people/server/has-master-admin.ts';
import { issueSetupToken } from '#modules/people/server/sessions/setup-token.ts';
import { type Config, isReachable, ConfigError } from './config.ts';

/** Only the demo business has email addresses in this reserved domain. */
const demonstrationDomain = '@demo.test';
const demonstrationPassword = 'commissary-demo';

interface DemonstrationUser {
  email: string;
  role: string;
}

function loadDemonstrationUsers(db: Db): Promise<DemonstrationUser[]> {
  return db.read
    .selectFrom('users')
    .select(['email', 'role'])
    .where((eb) =>
      eb.or([
        eb('email', 'like', `%${demonstrationDomain}`),
        // Users with the public password, whatever their address.
        eb('passwordKind', '=', 'demonstration'),
      ]),
    )
    .where('isActive', '=', 1)
    .orderBy('createdAt')
    .orderBy('_id')
    .execute();
}

/**
 * Refuses to serve demo users, whose password is public, to other machines.
 *
 * @throws ConfigError
 */
export async function assertDemonstrationNotReachable(db: Db, config: Config): Promise<void> {
  if (!isReachable(config) || (await loadDemonstrationUsers(db)).length === 0) return;
  const [cause, remedy] = config.isBehindProxy
    ? ['TRUST_PROXY=1 means that others can reach this server', 'start without TRUST_PROXY']
    : [`others can reach HOST=${config.host}`, 'HOST=127.0.0.1'];
  throw new ConfigError(
    `This database contains the demo users, whose password is public, and ${cause}. Use another database, or ${remedy}.`,
  );
}

/** Returns lines that explain how to sign in; without an administrator, with a new set-up token. */
export async function buildSignInLines({ db, clock }: { db: Db; clock: { now(): Date } }): Promise<string[]> {
  if (!(await hasMasterAdmin(db.read))) {
    return [
      'No administrator yet. Open the address and create one with this token (valid for 30 minutes):',
      `  ${await issueSetupToken(db, clock.now())}`,
    ];
  }
  const users = await loadDemonstrationUsers(db);
  if (users.length === 0) return [];
  const width = Math.max(...users.map(({ email }) => email.length));
  const lines = users.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`);
  return [`Demo users (password ${demonstrationPassword}):`, ...lines];
}

import { refusal } from '#core/refusals/refusal.ts';
import { canWrite } from '#core/permissions.ts';
import { loginInput, registerInput, signedIn } from '../../user-input.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import { forbidden, problem } from '#platform/server/http/problems.ts';
import { getNetwork } from '#platform/server/http/network.ts';
import { type Route, type WriteContext, writeRoute } from '#platform/server/http/route.ts';
import { hasMasterAdmin } from '../has-master-admin.ts';
import { assertUncommonPassword } from '../users/common-passwords.ts';
import { presentProfile } from '../users/present.ts';
import { lockUserRow } from '../users/grantor.ts';
import { createUser } from '../users/service.ts';
import { isKnownDevice, rememberDevice } from './known-devices.ts';
import { withCheckSlot, countFailure, clearFailures, lockAttempts, assertAttemptsLeft } from './limits.ts';
import { openSession } from './service.ts';
import { isSetupToken, consumeSetupToken } from './setup-token.ts';

/** Unknown users, wrong passwords and suspended users get the same message, status and response time. */
const wrongCredentials = () => problem('INVALID_CREDENTIALS', refusal('wrong-credentials'));

/**
 * Locks the user until the session is stored. Returns null for a suspended user, or if the password has
 * changed since it was verified: changing it ends all sessions, and the old password must not open new ones.
 */
async function lockVerifiedUser(ctx: WriteContext, verified: UserRow): Promise<UserRow | null> {
  const user = await lockUserRow(ctx, verified._id);
  if (user?.isActive !== 1 || user.passwordVersion !== verified.passwordVersion) return null;
  // The demo password is public, so remote clients can't use it.
  return user.passwordKind === 'demonstration' && ctx.isRemote ? null : user;
}

/**
 * Error for a registration: about the setup token if one was sent, otherwise about permission to register
 * users.
 */
const registrationRefusal = ({ setupToken }: { setupToken?: string | undefined }) =>
  forbidden(setupToken === undefined ? refusal('no-registering') : refusal('set-up-token'));

export const signInRoutes: Route[] = [
  writeRoute({
    method: 'post',
    success: [200],
    path: '/users/login',
    access: { kind: 'public' },
    summary: 'Signs in. Returns the token and the fields of the user.',
    body: loginInput,
    response: signedIn,
    skipsIdempotency: true,
    async prepare({ body, db, device, ip, now, services }) {
      const { email, password } = body;
      const network = getNetwork(ip);
      const isKnown = await isKnownDevice(db, { email, device, now });
      const attempt = { email, ip: network, now, isKnown };
      await assertAttemptsLeft(db, attempt);
      const verified = await services.signIns.run(network, isKnown, () =>
        withCheckSlot(attempt, async () => {
          await assertAttemptsLeft(db, attempt);
          const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
          const isCorrect = await services.passwords.verify(password, user?.passwordHash ?? null);
          if (!isCorrect || !user) return null;
          const isCurrent = user.isActive !== 1 || services.passwords.isCurrent(user.passwordHash);
          return { user, newHash: isCurrent ? null : await services.passwords.hash(password) };
        }),
      );
      return { verified, attempt };
    },
    async run(ctx) {
      const { body } = ctx;
      const { verified, attempt } = ctx.prepared;
      await lockAttempts(ctx.db, attempt);
      const user = verified && (await lockVerifiedUser(ctx, verified.user));
      if (!user) {
        await countFailure(ctx.db, attempt);
        await ctx.audit({
          action: 'sign-in failed',
          entity: 'sessions',
          id: null,
          after: { email: body.email },
        });
        return { status: 200, refusal: wrongCredentials() };
      }
      await clearFailures(ctx.db, attempt);
      await ctx.db
        .updateTable('users')
        .set({
          lastLogin: ctx.now.toISOString(),
          language: ctx.prefersAltName ? 'ar' : 'en',
          ...(verified.newHash !== null && { passwordHash: verified.newHash }),
        })
        .where('_id', '=', user._id)
        .execute();
      const token = await openSession(ctx, user);
      await ctx.audit({
        action: 'sign-in',
        entity: 'sessions',
        id: user._id,
        after: { email: user.email, name: user.name },
      });
      const headers = { 'set-cookie': await rememberDevice(ctx, user._id) };
      return { status: 200, body: { token, ...(await presentProfile(ctx.db, user)) }, headers };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/users/register',
    access: { kind: 'public' },
    summary:
      'Creates the first administrator with the setup token, or a user if the caller may create users.',
    body: registerInput,
    response: signedIn,
    skipsIdempotency: true,
    async prepare({ actor, body, db, now, services }) {
      const isAllowed = actor
        ? canWrite(actor, 'users', 'canCreate')
        : body.setupToken !== undefined &&
          !(await hasMasterAdmin(db)) &&
          (await isSetupToken(db, body.setupToken, now));
      if (!isAllowed) throw registrationRefusal(body);
      assertUncommonPassword('password', body.password, body.email);
      return services.passwords.hash(body.password);
    },
    async run(ctx) {
      const { setupToken, password: _, ...input } = ctx.body;
      if (!ctx.actor) {
        const isFirst =
          !(await hasMasterAdmin(ctx.db)) && (await consumeSetupToken(ctx.db, setupToken ?? '', ctx.now));
        if (!isFirst) throw registrationRefusal(ctx.body);
      }
      const rights = ctx.actor ? input : { ...input, role: 'master_admin', isMasterAdmin: true };
      const user = await createUser(ctx, rights, ctx.prepared);
      return {
        status: 201,
        body: { token: await openSession(ctx, user), ...(await presentProfile(ctx.db, user)) },
      };
    },
  }),
];

import type { UserRow } from '../../db/tables.ts';
import type { WriteContext } from '../../http/route.ts';
import { sessionMs } from '../../http/session.ts';
import { newToken, tokenHash } from '../../http/tokens.ts';
import { newId } from '../../ids.ts';

/** Opens a session of eight hours and answers its token, which is kept nowhere. */
export async function openSession(ctx: WriteContext, user: UserRow): Promise<string> {
  const token = newToken();
  await ctx.db
    .insertInto('sessions')
    .values({
      tokenHash: await tokenHash(token),
      sessionId: newId(ctx.services.clock),
      userId: user._id,
      createdAt: ctx.now.toISOString(),
      expiresAt: new Date(ctx.now.getTime() + sessionMs).toISOString(),
      ip: ctx.ip,
      userAgent: ctx.userAgent,
    })
    .execute();
  return token;
}

import { unsubscribeQueryParams } from '../input.ts';
import type { MailLanguage } from '../states.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { type RouteResponse, readRoute, type Route, uploadRoute } from '#platform/server/http/route.ts';
import { getMailLanguage } from './compose.ts';
import { getMailMessages } from './formats.ts';
import { setUnsubscribed } from './set-unsubscribed.ts';
import { escapeHtml } from './layout.ts';

/** Content security policy: nothing is loaded, and the only form posts to this server. */
const unsubscribePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/**
 * Returns the unsubscribe page: either a confirmation button, or the result with a button to resubscribe.
 * Reveals nothing for an unknown token.
 */
async function renderUnsubscribePage(
  db: Queryable,
  token: string,
  step: 'ask' | 'done' | 'resubscribed',
): Promise<string> {
  const recipient = await db
    .selectFrom('mailRecipients')
    .innerJoin('mailSchedules', 'mailSchedules._id', 'mailRecipients.scheduleId')
    .leftJoin('users', 'users._id', 'mailRecipients.userId')
    .select([
      'mailSchedules.name',
      'mailRecipients.language as ownLanguage',
      'mailRecipients.unsubscribedAt',
      'users.language',
    ])
    .where('mailRecipients.token', '=', token)
    .executeTakeFirst();
  const language: MailLanguage =
    recipient?.ownLanguage ?? getMailLanguage(recipient && { language: recipient.language });
  const texts = getMailMessages(language);
  if (!recipient) return renderPage(language, texts.unsubscribe, `<p>${escapeHtml(texts.unknownLink)}</p>`);
  if (step === 'resubscribed')
    return renderPage(language, texts.resubscribe, `<p role="status">${escapeHtml(texts.resubscribed)}</p>`);
  if (step === 'done' || recipient.unsubscribedAt !== null)
    return renderPage(
      language,
      texts.unsubscribe,
      `<p role="status">${escapeHtml(texts.unsubscribed)}</p><form method="post" action="subscribe?token=${encodeURIComponent(token)}"><button type="submit">${escapeHtml(texts.resubscribe)}</button></form>`,
    );
  return renderPage(
    language,
    texts.unsubscribe,
    `<form method="post"><p><bdi>${escapeHtml(texts.unsubscribePrompt(recipient.name))}</bdi></p><button type="submit">${escapeHtml(texts.unsubscribe)}</button></form>`,
  );
}

const renderPage = (language: MailLanguage, title: string, body: string): string => `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>body{font:16px system-ui,sans-serif;margin:10vh auto;max-width:32rem;padding:0 16px}button{font:inherit;padding:10px 16px}@media(prefers-color-scheme:dark){body{background:#18181b;color:#fafafa}}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

/** Maximum body size in bytes of a one-click unsubscribe request. */
const maxBodyBytes = 10_000;

async function buildPageResponse(
  db: Queryable,
  token: string,
  step: 'ask' | 'done' | 'resubscribed',
): Promise<RouteResponse> {
  return {
    status: 200,
    raw: true,
    body: await renderUnsubscribePage(db, token, step),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': unsubscribePolicy },
  };
}

export const unsubscribeRoutes: Route[] = [
  readRoute({
    path: '/mail/unsubscribe',
    access: { kind: 'public' },
    summary:
      'The unsubscribe page linked from emails. It asks for confirmation, so that link scanners do not unsubscribe anyone.',
    query: unsubscribeQueryParams,
    fileType: 'text/html',
    run: ({ db, query: { token } }) => buildPageResponse(db, token, 'ask'),
  }),
  uploadRoute({
    method: 'post',
    success: [200],
    path: '/mail/unsubscribe',
    access: { kind: 'public' },
    summary:
      'Unsubscribes the recipient of the link from a schedule, by a click or by a mail client (RFC 8058).',
    query: unsubscribeQueryParams,
    maxBytes: maxBodyBytes,
    fileType: 'text/html',
    async run({ db, query: { token }, now }) {
      await setUnsubscribed(db, { token }, now);
      return buildPageResponse(db, token, 'done');
    },
  }),
  uploadRoute({
    method: 'post',
    success: [200],
    path: '/mail/subscribe',
    access: { kind: 'public' },
    summary: 'Resubscribes the recipient of the link.',
    query: unsubscribeQueryParams,
    maxBytes: maxBodyBytes,
    fileType: 'text/html',
    async run({ db, query: { token } }) {
      await setUnsubscribed(db, { token }, null);
      return buildPageResponse(db, token, 'resubscribed');
    },
  }),
];

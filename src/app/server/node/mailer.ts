import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { MailOutcome, Mailer, MailServer, OutgoingMail } from '#platform/server/jobs/mailer.ts';

/** Time limits for a mail server to accept the connection, greet and respond. */
const connectMs = 10_000;
const idleMs = 20_000;
/**
 * Total time limit for one email, because a server that replies slowly could otherwise keep the connection
 * open forever.
 */
const maxMailMs = 90_000;
/** Maximum number of stored characters of a mail server's reply. */
const maxReplyLength = 500;

/**
 * Addresses that can't be mail servers: link-local ones, where clouds serve credentials, and unspecified
 * ones.
 */
const blockedAddresses = new BlockList();
blockedAddresses.addSubnet('169.254.0.0', 16);
blockedAddresses.addSubnet('0.0.0.0', 8);
blockedAddresses.addSubnet('224.0.0.0', 3);
blockedAddresses.addSubnet('fe80::', 10, 'ipv6');
blockedAddresses.addSubnet('ff00::', 8, 'ipv6');
blockedAddresses.addAddress('::', 'ipv6');
blockedAddresses.addAddress('fd00:ec2::254', 'ipv6');

/** Sends email over SMTP, with a new connection for each email, so that no state is shared. */
export const smtpMailer: Mailer = createSmtpMailer();

/** @param timeLimitMs time limit for one email */
export function createSmtpMailer(timeLimitMs = maxMailMs): Mailer {
  return { send: (server, mail, signal) => send(server, mail, timeLimitMs, signal) };
}

async function send(
  server: MailServer,
  mail: OutgoingMail,
  timeLimitMs: number,
  signal?: AbortSignal,
): Promise<MailOutcome> {
  let address: string;
  try {
    address = await resolveAddress(server.host);
  } catch (error) {
    return toFailureOutcome(error, server);
  }
  let isFullySent = false;
  const transport = createTransport({
    // Resolved once, so that the checked address is the one connected to.
    host: address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(isIP(server.host) === 0 && { tls: { servername: server.host } }),
    ...(server.user !== null && { auth: { user: server.user, pass: server.password ?? '' } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    // Content must not be loaded from files or URLs named in an email.
    disableFileAccess: true,
    disableUrlAccess: true,
    // Detects whether the whole email, including the final dot, has been sent; errors don't report this.
    logger: {
      info(event: { tnx?: string } | undefined) {
        if (event?.tnx === 'message') isFullySent = true;
      },
    },
  });
  try {
    const info = await transport.sendMail({
      ...buildMessage(server, mail),
      signal: AbortSignal.any([AbortSignal.timeout(timeLimitMs), ...(signal ? [signal] : [])]),
    });
    return { outcome: 'accepted', serverResponse: extractReply(info.response, server), code: null };
  } catch (error) {
    return toFailureOutcome(error, server, isFullySent);
  } finally {
    transport.close();
  }
}

function buildMessage({ senderName, senderAddress }: MailServer, mail: OutgoingMail) {
  return {
    from: toHeader({ name: senderName, address: senderAddress }),
    to: toHeader(mail.to),
    ...(mail.replyTo && { replyTo: toHeader(mail.replyTo) }),
    subject: toSingleLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${toSingleLine(mail.messageId)}>`,
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content,
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${toSingleLine(mail.unsubscribeUrl)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

const toHeader = ({ name, address }: OutgoingMail['to']) => ({
  name: toSingleLine(name),
  address: toSingleLine(address),
});

/** Text for an email header: line breaks and control characters are replaced by a space. */
const toSingleLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * Resolves the address of a host.
 *
 * @throws for an address that must not be a mail server
 */
async function resolveAddress(host: string): Promise<string> {
  const { address, family } = await lookup(host);
  if (blockedAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')) throw new BlockedAddressError();
  return address;
}

class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** The properties of an SMTP or network error that are used. */
interface SmtpError {
  name?: string;
  code?: string;
  /** The network error code, if the library replaced it. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
}

const codes: Readonly<Record<string, string>> = {
  ECONNECTION: 'no-connection',
  ECONNREFUSED: 'no-connection',
  ESOCKET: 'no-connection',
  EDNS: 'no-host',
  ENOTFOUND: 'no-host',
  EAI_AGAIN: 'no-host',
  ETIMEDOUT: 'too-slow',
  ETLS: 'no-tls',
  EAUTH: 'not-signed-in',
  EPROTOCOL: 'no-mail-server',
};

/** Returns the reason why the connection couldn't be encrypted, or null. */
function getEncryptionError(code: string): string | null {
  if (/CERT|UNABLE_TO_|HOSTNAME_MISMATCH/.test(code)) return 'no-trust';
  return /^ERR_(?:SSL|TLS)_/.test(code) ? 'no-tls' : null;
}

function toFailureOutcome(error: unknown, server: MailServer, isFullySent = false): MailOutcome {
  if (error instanceof BlockedAddressError)
    return { outcome: 'refused', serverResponse: null, code: 'not-allowed' };
  const { name, code = '', originalCode = '', responseCode, response } = error as SmtpError;
  const smtpReply = extractReply(response, server);
  const status = smtpReply === null ? undefined : (responseCode ?? Number(smtpReply.slice(0, 3)));
  const reason =
    name === 'AbortError' ? 'too-slow' : (getEncryptionError(originalCode) ?? codes[code] ?? 'no-connection');
  if (status !== undefined && status >= 500)
    return { outcome: 'refused', serverResponse: smtpReply, code: reason };
  if (status !== undefined && status >= 400)
    return { outcome: 'deferred', serverResponse: smtpReply, code: reason };
  if (isFullySent) return { outcome: 'unconfirmed', serverResponse: null, code: 'connection-lost' };
  return { outcome: 'deferred', serverResponse: null, code: reason };
}

/**
 * Returns a mail server's reply, which begins with a number, without the password if the server repeats it.
 * Returns null for other services, whose responses are not shown.
 */
function extractReply(response: string | undefined, { user, password }: MailServer): string | null {
  let text = toSingleLine(response ?? '');
  if (!/^[2-5]\d\d[ -]/.test(text)) return null;
  if (password)
    for (const secret of [`\0${user ?? ''}\0${password}`, password].flatMap((text) => [text, toBase64(text)]))
      text = text.replaceAll(secret, '•••');
  return text.slice(0, maxReplyLength);
}

const toBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

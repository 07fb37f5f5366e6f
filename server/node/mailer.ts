import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { MailOutcome, Mailer, MailServer, OutgoingMail } from '../jobs/mailer.ts';

/** How long a mail server may take to be there, to greet, and to say anything at all. */
const connectMs = 10_000;
const silenceMs = 20_000;
/** How long it may take over one mail in all: what answers a little now and then would never come to an end. */
const mostMs = 90_000;
/** Letters of a mail server's answer that are kept. */
const mostAnswer = 500;

/** Where no mail server is: addresses of one network link, at which clouds tell secrets to whoever asks, and of nobody. */
const nobody = new BlockList();
nobody.addSubnet('169.254.0.0', 16);
nobody.addSubnet('0.0.0.0', 8);
nobody.addSubnet('224.0.0.0', 3);
nobody.addSubnet('fe80::', 10, 'ipv6');
nobody.addSubnet('ff00::', 8, 'ipv6');
nobody.addAddress('::', 'ipv6');
nobody.addAddress('fd00:ec2::254', 'ipv6');

/** Sends mail by SMTP: a connection for each mail, so that nothing of one is left for the next. */
export const smtpMailer: Mailer = createSmtpMailer();

/** @param patienceMs how long a mail server may take over one mail */
export function createSmtpMailer(patienceMs = mostMs): Mailer {
  return { send: (server, mail, signal) => send(server, mail, patienceMs, signal) };
}

async function send(
  server: MailServer,
  mail: OutgoingMail,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<MailOutcome> {
  let address: string;
  try {
    address = await addressOf(server.host);
  } catch (error) {
    return failure(error, server);
  }
  let isSentWhole = false;
  const transport = createTransport({
    // Looked up once, so that what was judged is what is connected to.
    host: address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(isIP(server.host) === 0 && { tls: { servername: server.host } }),
    ...(server.user !== null && { auth: { user: server.user, pass: server.password ?? '' } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    // A mail names no file and no address of which its content would be taken.
    disableFileAccess: true,
    disableUrlAccess: true,
    // The one thing that no error tells: whether all of the mail, up to its last dot, had been sent by then.
    logger: {
      info(event: { tnx?: string } | undefined) {
        if (event?.tnx === 'message') isSentWhole = true;
      },
    },
  });
  try {
    const info = await transport.sendMail({
      ...messageOf(server, mail),
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])]),
    });
    return { outcome: 'accepted', answer: said(info.response, server), code: null };
  } catch (error) {
    return failure(error, server, isSentWhole);
  } finally {
    transport.close();
  }
}

function messageOf({ senderName, senderAddress }: MailServer, mail: OutgoingMail) {
  return {
    from: { name: oneLine(senderName), address: oneLine(senderAddress) },
    to: { name: oneLine(mail.to.name), address: oneLine(mail.to.address) },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${oneLine(mail.messageId)}>`,
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content,
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${oneLine(mail.unsubscribeUrl)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** Text for a head of a mail: what would end the line, or is no letter, is a space. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The address of a host. Throws for one at which no mail server may be looked for. */
async function addressOf(host: string): Promise<string> {
  const { address, family } = await lookup(host);
  if (nobody.check(address, family === 6 ? 'ipv6' : 'ipv4')) throw new NobodyThereError();
  return address;
}

class NobodyThereError extends Error {
  override readonly name = 'NobodyThereError';
}

/** What has to be read of an error of the library, or of the network below it. */
interface SmtpError {
  name?: string;
  code?: string;
  /** What the network said, where the library has a code of its own for it. */
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

/** What stands in the way of a connection that nobody else can read. */
function encryptionFault(code: string): string | null {
  if (/CERT|UNABLE_TO_|HOSTNAME_MISMATCH/.test(code)) return 'no-trust';
  return /^ERR_(?:SSL|TLS)_/.test(code) ? 'no-tls' : null;
}

function failure(error: unknown, server: MailServer, isSentWhole = false): MailOutcome {
  if (error instanceof NobodyThereError) return { outcome: 'refused', answer: null, code: 'not-allowed' };
  const { name, code = '', originalCode = '', responseCode, response } = error as SmtpError;
  const answer = said(response, server);
  const status = answer === null ? undefined : (responseCode ?? Number(answer.slice(0, 3)));
  const why =
    name === 'AbortError' ? 'too-slow' : (encryptionFault(originalCode) ?? codes[code] ?? 'no-connection');
  if (status !== undefined && status >= 500) return { outcome: 'refused', answer, code: why };
  if (status !== undefined && status >= 400) return { outcome: 'later', answer, code: why };
  if (isSentWhole) return { outcome: 'unsure', answer: null, code: 'connection-lost' };
  return { outcome: 'later', answer: null, code: why };
}

/**
 * What a mail server says begins with its number; what else some service answers is shown to nobody. Nor is the password, should a
 * server repeat it.
 */
function said(response: string | undefined, { user, password }: MailServer): string | null {
  let text = oneLine(response ?? '');
  if (!/^[2-5]\d\d[ -]/.test(text)) return null;
  if (password)
    for (const secret of [`\0${user ?? ''}\0${password}`, password].flatMap((one) => [one, base64(one)]))
      text = text.replaceAll(secret, '•••');
  return text.slice(0, mostAnswer);
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

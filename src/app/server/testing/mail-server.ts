import { SMTPServer } from 'smtp-server';
import type { MailOutcome, Mailer, OutgoingMail } from '#platform/server/jobs/mailer.ts';

/** A received email. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as sent. */
  raw: string;
}

/** A mail server on the loopback address. */
export interface TestMailServer {
  port: number;
  received: ReceivedMail[];
  close(): Promise<void>;
}

interface TestMailServerOptions {
  /** Required credentials; if absent, no authentication is needed. */
  auth?: { user: string; password: string };
  /** Rejects a recipient: 550 permanently, 451 temporarily. */
  refuse?(address: string): { code: number; sentence: string } | null;
  /** Whether to accept the whole email and then close the connection without a reply. */
  hangsUp?(): boolean;
  /** Delays the acknowledgement of an accepted email. */
  delayReply?(): Promise<void>;
}

/** Starts a mail server on a free loopback port, without TLS, that records emails. */
export async function startMailServer({
  auth,
  refuse = () => null,
  hangsUp = () => false,
  delayReply = async () => undefined,
}: TestMailServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth({ username, password }, _, callback) {
      if (username === auth?.user && password === auth?.password) return callback(null, { user: username });
      callback(createSmtpError(535, '5.7.8 Authentication credentials invalid'));
    },
    onRcptTo({ address }, _, callback) {
      const refusal = refuse(address);
      callback(refusal ? createSmtpError(refusal.code, refusal.sentence) : null);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        if (hangsUp()) return server.close();
        void delayReply().then(() => callback(null, '2.0.0 Ok: queued'));
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function createSmtpError(responseCode: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode });
}

/** Creates a mailer that records emails; the test determines their results. */
export function createRecordingMailer(
  getOutcome: (mail: OutgoingMail) => Partial<MailOutcome> = () => ({}),
): Mailer & {
  sent: OutgoingMail[];
} {
  const sent: OutgoingMail[] = [];
  return {
    sent,
    async send(_, mail) {
      const outcome: MailOutcome = {
        outcome: 'accepted',
        serverResponse: '250 2.0.0 Ok',
        code: null,
        ...getOutcome(mail),
      };
      if (outcome.outcome === 'accepted') sent.push(mail);
      return outcome;
    },
  };
}

/** Returns a header with its folded lines joined; null if missing. */
export function getMailHeader({ raw }: ReceivedMail, name: string): string | null {
  const headers = (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
  const header = headers
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return header === undefined ? null : header.slice(name.length + 1).trim();
}

/** Returns every part of an email with its type, decoded. */
export function parseMailParts({ raw }: ReceivedMail): { type: string; text: string }[] {
  const [headers = '', ...bodyParts] = raw.split('\r\n\r\n');
  const body = bodyParts.join('\r\n\r\n');
  const getHeader = (name: string) =>
    new RegExp(`^${name}:\\s*([^;\\r\\n]+)`, 'im').exec(headers)?.[1]?.trim().toLowerCase() ?? '';
  const boundary = /boundary="?([^";\r\n]+)/i.exec(headers)?.[1];
  if (boundary !== undefined && getHeader('content-type').startsWith('multipart/'))
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => parseMailParts({ from: '', to: [], raw: part.replace(/^\r\n/, '') }));
  const encoding = getHeader('content-transfer-encoding');
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? fromQuotedPrintable(body)
        : body;
  return [{ type: getHeader('content-type'), text }];
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

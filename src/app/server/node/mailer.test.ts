import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it, vi } from 'vitest';
import type { MailServer, OutgoingMail } from '#platform/server/jobs/mailer.ts';
import {
  getMailHeader,
  parseMailParts,
  startMailServer,
  type TestMailServer,
} from '#app/server/testing/mail-server.ts';
import { createSmtpMailer, smtpMailer } from './mailer.ts';

let openServers: { close(): unknown }[] = [];
afterEach(async () => {
  for (const server of openServers) await server.close();
  openServers = [];
});

async function startServer(options: Parameters<typeof startMailServer>[0] = {}): Promise<TestMailServer> {
  const server = await startMailServer(options);
  openServers.push(server);
  return server;
}

const createSettings = ({ port }: { port: number }, overrides: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  user: null,
  password: null,
  senderName: 'Olive & Sons',
  senderAddress: 'office@olive.test',
  ...overrides,
});
const createMail = (overrides: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: { name: 'Bo', address: 'bo@shop.test' },
  subject: 'Wastage, 3 Mar 2026',
  text: 'Plain text\n',
  html: '<p>Styled text</p>',
  messageId: 'one@olive.test',
  attachments: [],
  ...overrides,
});

it('sends an email with headers, both bodies and its attachment, and returns the server’s reply', async () => {
  const server = await startServer({ auth: { user: 'olive', password: 'a secret' } });
  const sent = await smtpMailer.send(
    createSettings(server, { user: 'olive', password: 'a secret' }),
    createMail({
      subject: 'الهدر',
      replyTo: { name: 'Adam', address: 'adam@olive.test' },
      unsubscribeUrl: 'https://olive.test/api/mail/unsubscribe?token=x',
      attachments: [{ filename: 'wastage.csv', contentType: 'text/csv; charset=utf-8', content: 'a,b\r\n' }],
    }),
  );
  expect(sent).toEqual({ outcome: 'accepted', serverResponse: '250 2.0.0 Ok: queued', code: null });
  const [received] = server.received;
  if (!received) throw new Error('No email was received');
  expect([received.from, received.to]).toEqual(['office@olive.test', ['bo@shop.test']]);
  expect(getMailHeader(received, 'Reply-To')).toBe('Adam <adam@olive.test>');
  expect(getMailHeader(received, 'Message-ID')).toBe('<one@olive.test>');
  expect(getMailHeader(received, 'List-Unsubscribe')).toBe(
    '<https://olive.test/api/mail/unsubscribe?token=x>',
  );
  expect(getMailHeader(received, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(getMailHeader(received, 'Auto-Submitted')).toBe('auto-generated');
  const parts = parseMailParts(received);
  expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'text/csv']);
  expect(parts[0]?.text).toContain('Plain text');
});

it('distinguishes permanent from temporary failures and returns the server’s message', async () => {
  const server = await startServer({
    refuse: (address) =>
      address.startsWith('never')
        ? { code: 550, sentence: '5.1.1 No such mailbox' }
        : address.startsWith('later')
          ? { code: 451, sentence: '4.7.1 Greylisted' }
          : null,
  });
  const send = async (address: string) =>
    smtpMailer.send(createSettings(server), createMail({ to: { name: 'X', address } }));
  expect(await send('never@shop.test')).toMatchObject({
    outcome: 'refused',
    serverResponse: '550 5.1.1 No such mailbox',
  });
  expect(await send('later@shop.test')).toMatchObject({
    outcome: 'deferred',
    serverResponse: '451 4.7.1 Greylisted',
  });
  expect(server.received).toEqual([]);
});

it('signs in, or reports the failure without the password', async () => {
  const server = await startServer({ auth: { user: 'olive', password: 'a secret' } });
  const rejected = await smtpMailer.send(
    createSettings(server, { user: 'olive', password: 'another secret' }),
    createMail(),
  );
  expect(rejected).toMatchObject({ outcome: 'refused', code: 'not-signed-in' });
  expect(rejected.serverResponse).toMatch(/^535 /);
  expect(JSON.stringify(rejected)).not.toContain('secret');
});

it('reports “unconfirmed” after a complete send without a reply, and “deferred” if nothing was sent', async () => {
  const port = await startClosingServer('after the email');
  expect(await smtpMailer.send(createSettings({ port }), createMail())).toEqual({
    outcome: 'unconfirmed',
    serverResponse: null,
    code: 'connection-lost',
  });
  const early = await startClosingServer('at the greeting');
  expect(await smtpMailer.send(createSettings({ port: early }), createMail())).toMatchObject({
    outcome: 'deferred',
    serverResponse: null,
  });
});

it('never shows the password, even if a server repeats it', async () => {
  const repeated = Buffer.from('\0olive\0a secret').toString('base64');
  const port = await startScriptedServer({
    EHLO: '250-here\r\n250 AUTH PLAIN\r\n',
    AUTH: `535 5.7.8 a secret, or ${repeated}, is wrong\r\n`,
  });
  const outcome = await smtpMailer.send(
    createSettings({ port }, { user: 'olive', password: 'a secret' }),
    createMail(),
  );
  expect(outcome).toEqual({
    outcome: 'refused',
    serverResponse: '535 5.7.8 •••, or •••, is wrong',
    code: 'not-signed-in',
  });
});

it.each([
  ['tls', true],
  ['starttls', false],
] as const)('reports an untrusted certificate (%s)', async (security, secure) => {
  // Node warns about the self-signed certificate of this server.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = new SMTPServer({ secure, authOptional: true, disableReverseLookup: true });
  server.on('error', () => undefined);
  openServers.push({ close: () => new Promise((resolve) => server.close(() => resolve(undefined))) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  expect(await smtpMailer.send(createSettings({ port }, { security }), createMail())).toEqual({
    outcome: 'deferred',
    serverResponse: null,
    code: 'no-trust',
  });
});

it('reports a server without TLS', async () => {
  const port = await startScriptedServer({});
  expect(await smtpMailer.send(createSettings({ port }, { security: 'tls' }), createMail())).toMatchObject({
    code: 'no-tls',
  });
});

it('gives up on a server that keeps replying slowly, and stops when aborted', async () => {
  const drip = '250-wait\r\n';
  const port = await startScriptedServer({ RCPT: drip }, 20);
  const shortTimeoutMailer = createSmtpMailer(300);
  const later = { outcome: 'deferred', serverResponse: null, code: 'too-slow' };
  expect(await shortTimeoutMailer.send(createSettings({ port }), createMail())).toEqual(later);
  expect(await smtpMailer.send(createSettings({ port }), createMail(), AbortSignal.timeout(300))).toEqual(
    later,
  );
  const late = await startScriptedServer({ '.': drip }, 20);
  expect(await shortTimeoutMailer.send(createSettings({ port: late }), createMail())).toMatchObject({
    outcome: 'unconfirmed',
  });
});

it('shows no response of a service that is not a mail server', async () => {
  const server = createServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\n\r\nsecrets of another service\r\n'),
  );
  const port = await listen(server);
  const outcome = await smtpMailer.send(createSettings({ port }), createMail());
  expect([outcome.outcome, outcome.serverResponse]).toEqual(['deferred', null]);
});

it.each(['169.254.169.254', '0.0.0.0', '[::]'.slice(1, -1), 'fe80::1', '224.0.0.1'])(
  'refuses to connect to %s',
  async (host) => {
    expect(await smtpMailer.send(createSettings({ port: 25 }, { host }), createMail())).toEqual({
      outcome: 'refused',
      serverResponse: null,
      code: 'not-allowed',
    });
  },
);

it.each<[description: string, change: Partial<OutgoingMail>]>([
  ['in the subject', { subject: 'Wastage\r\nBcc: evil@else.test' }],
  ['in the name', { to: { name: 'Bo\r\nBcc: evil@else.test\r\n\r\nbody', address: 'bo@shop.test' } }],
  ['in the address', { to: { name: 'Bo', address: 'bo@shop.test\r\nRCPT TO:<evil@else.test>' } }],
  ['in the address for replies', { replyTo: { name: 'A', address: 'a@b.test\r\nBcc: evil@else.test' } }],
  ['in the id', { messageId: 'one@olive.test>\r\nBcc: evil@else.test' }],
  ['in the link', { unsubscribeUrl: 'https://olive.test/\r\nBcc: evil@else.test' }],
  ['as a list of addresses', { to: { name: 'Bo', address: 'bo@shop.test, evil@else.test' } }],
])('a line break or a comma %s adds no header and no recipient', async (_, change) => {
  const server = await startServer();
  await smtpMailer.send(createSettings(server), createMail(change));
  for (const received of server.received) {
    expect(received.to.some((address) => address === 'evil@else.test')).toBe(false);
    expect(getMailHeader(received, 'Bcc')).toBeNull();
  }
});

/**
 * Starts a server that replies to configured commands as specified, repeatedly with `everyMs`, and accepts
 * all others.
 */
async function startScriptedServer(
  replies: Readonly<Record<string, string>>,
  everyMs?: number,
): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    let isData = false;
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at);
        text = text.slice(at + 2);
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        const reply = replies[line.slice(0, 4)];
        socket.write(reply ?? (isData ? '354 go on\r\n' : '250 ok\r\n'));
        if (reply === undefined || everyMs === undefined) continue;
        const timer = setInterval(() => socket.write(reply), everyMs);
        socket.on('close', () => clearInterval(timer));
      }
    });
  });
  return listen(server);
}

/** Starts a server that handles as much SMTP as needed and closes the connection without a reply. */
async function startClosingServer(when: 'after the email' | 'at the greeting'): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (when === 'at the greeting') return void socket.destroy();
    socket.write('220 here\r\n');
    let isData = false;
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at);
        text = text.slice(at + 2);
        if (isData && line === '.') return void socket.destroy();
        if (isData) continue;
        isData = line === 'DATA';
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  return listen(server);
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  openServers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

import { eventParser, type StreamMessage } from './parse-events.ts';

/** How a connection ended. `refused` and `absent` are for good: the token is not accepted, or there is no stream here. */
type End = 'broken' | 'refused' | 'absent';

export interface StreamOptions {
  address: string;
  token: string;
  /** How long ago (ms) the oldest of what this tab shows was asked for; what has changed since is told, too. */
  ageMs(): number;
  onMessage(message: StreamMessage): void;
  /** The stream is alive: a message has come, or a sign of life between messages. */
  onHeard(): void;
  /** The stream has ended: what changes from now on is not heard, until it is heard again. */
  onLost(): void;
  /** The server did not accept the token. */
  onRefused(): void;
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;
/** The server says something every 20 s; a connection that is silent for longer is dead, whatever the system says. */
const longestSilenceMs = 60_000;

/** The call itself may take this long to arrive; who waited for longer has missed what nobody told. */
export const deliveryGraceMs = 10_000;

const ends: Readonly<Record<number, End>> = { 401: 'refused', 403: 'absent', 404: 'absent', 405: 'absent' };

/** How long to wait before the next try, in milliseconds: 1 s, doubling to 30 s, up to half of it taken off by chance. */
export function reconnectDelayMs(failures: number, random: () => number = Math.random): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** failures) * (1 - random() / 2);
}

/**
 * Keeps an event stream open: read with fetch, so that the bearer header goes along, and connected anew when it
 * breaks. Stops for good when the server refuses the token (401) or has no stream for this person (403, 404).
 * Whatever is not an event stream, such as the page of a captive portal, is no answer.
 */
export function maintainEventStream(options: StreamOptions): { stop(): void; hurry(): void } {
  const stopped = new AbortController();
  let failures = 0;
  let hurry: () => void = () => undefined;
  /** The last message that was heard, by which the server knows what was missed. */
  let last: string | null = null;
  const heard = {
    ...options,
    onMessage(message: StreamMessage) {
      options.onMessage(message);
      last = message.id ?? last;
    },
  };

  const run = async () => {
    while (!stopped.signal.aborted) {
      const end = await readOnce(heard, last, stopped.signal, () => {
        failures = 0;
      });
      options.onLost();
      if (stopped.signal.aborted) return;
      if (end === 'refused') options.onRefused();
      if (end !== 'broken') return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, reconnectDelayMs(failures++));
        hurry = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  void run();
  return {
    stop() {
      stopped.abort();
      hurry();
    },
    /** Tries again at once instead of waiting any longer. */
    hurry: () => hurry(),
  };
}

async function readOnce(
  options: StreamOptions,
  last: string | null,
  stop: AbortSignal,
  onOpen: () => void,
): Promise<End> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), longestSilenceMs);
  };
  try {
    heard();
    const from = last === null ? `?since=${Math.ceil(options.ageMs() + deliveryGraceMs)}` : '';
    const response = await fetch(`${options.address}${from}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${options.token}`,
        ...(last !== null && { 'last-event-id': last }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([stop, silence.signal]),
    });
    const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
    if (!response.ok || !isStream || !response.body) {
      await response.body?.cancel();
      return ends[response.status] ?? 'broken';
    }
    onOpen();
    const onPiece = () => {
      heard();
      options.onHeard();
    };
    await readBody(response.body, onPiece, options.onMessage);
  } catch {
    // Cut, silent or stopped: the loop knows which.
  } finally {
    clearTimeout(timer);
  }
  return 'broken';
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  onPiece: () => void,
  onMessage: StreamOptions['onMessage'],
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = eventParser();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onPiece();
    for (const message of parse(decoder.decode(value, { stream: true }))) onMessage(message);
  }
}

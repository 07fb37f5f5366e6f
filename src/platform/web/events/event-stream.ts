import { createEventParser, type StreamMessage } from './parse-events.ts';

/**
 * Reason for the end of a connection. `refused` and `absent` are permanent: the token was rejected, or the
 * server has no stream.
 */
type End = 'broken' | 'refused' | 'absent';

export interface StreamOptions {
  address: string;
  token: string;
  /** Age (ms) of the oldest data in this tab; changes since then are requested too. */
  ageMs(): number;
  onMessage(message: StreamMessage): void;
  /** Called if a message or heartbeat was received, which means that the stream is alive. */
  onActivity(): void;
  /** Called if the stream has ended; changes may be missed until it reconnects. */
  onLost(): void;
  /** Called if the server rejected the token. */
  onRefused(): void;
}

const initialDelayMs = 1000;
const maxDelayMs = 30_000;
/**
 * The server sends a heartbeat every 20 s; after a longer silence than this, the connection counts as lost.
 */
const maxSilenceMs = 60_000;

/**
 * Time allowed for the request to arrive, which is added to the requested age. If it takes longer, changes
 * may have been missed.
 */
export const deliveryGraceMs = 10_000;

const endByStatus: Readonly<Record<number, End>> = {
  401: 'refused',
  403: 'absent',
  404: 'absent',
  405: 'absent',
};

/**
 * Returns the delay before the next attempt in milliseconds: 1 s, doubling to 30 s, less up to half as random
 * jitter.
 */
export function computeReconnectDelayMs(failures: number, random: () => number = Math.random): number {
  return Math.min(maxDelayMs, initialDelayMs * 2 ** failures) * (1 - random() / 2);
}

/**
 * Maintains an event stream with fetch, because it needs the bearer header, and reconnects if it breaks.
 * Stops permanently if the server rejects the token (401) or has no stream for this user (403, 404). A
 * response with a different content type, such as a captive portal's page, doesn't count as a stream.
 */
export function maintainEventStream(options: StreamOptions): { stop(): void; reconnectNow(): void } {
  const stopped = new AbortController();
  let failures = 0;
  let skipDelay: () => void = () => undefined;
  /** Id of the last message received, by which the server determines what was missed. */
  let lastId: string | null = null;
  const trackedOptions = {
    ...options,
    onMessage(message: StreamMessage) {
      options.onMessage(message);
      lastId = message.id ?? lastId;
    },
  };

  const run = async () => {
    while (!stopped.signal.aborted) {
      const end = await readOnce(trackedOptions, lastId, stopped.signal, () => {
        failures = 0;
      });
      options.onLost();
      if (stopped.signal.aborted) return;
      if (end === 'refused') options.onRefused();
      if (end !== 'broken') return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, computeReconnectDelayMs(failures++));
        skipDelay = () => {
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
      skipDelay();
    },
    /** Reconnects at once instead of waiting any longer. */
    reconnectNow: () => skipDelay(),
  };
}

async function readOnce(
  options: StreamOptions,
  lastId: string | null,
  stopSignal: AbortSignal,
  onOpen: () => void,
): Promise<End> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onData = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), maxSilenceMs);
  };
  try {
    onData();
    const query = lastId === null ? `?since=${Math.ceil(options.ageMs() + deliveryGraceMs)}` : '';
    const response = await fetch(`${options.address}${query}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${options.token}`,
        ...(lastId !== null && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([stopSignal, silence.signal]),
    });
    const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
    if (!response.ok || !isStream || !response.body) {
      await response.body?.cancel();
      return endByStatus[response.status] ?? 'broken';
    }
    onOpen();
    const onChunk = () => {
      onData();
      options.onActivity();
    };
    await readBody(response.body, onChunk, options.onMessage);
  } catch {
    // The stream was interrupted, silent or stopped; the loop handles each case.
  } finally {
    clearTimeout(timer);
  }
  return 'broken';
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
  onMessage: StreamOptions['onMessage'],
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onChunk();
    for (const message of parse(decoder.decode(value, { stream: true }))) onMessage(message);
  }
}

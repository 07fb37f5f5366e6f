/** Faults between the dashboard and a server, by name. */
export const faultNames = [
  'offline',
  '500',
  '503',
  '429',
  'slow',
  'html-200',
  'cut-after-send',
  'response',
] as const;

export type FaultName = (typeof faultNames)[number];

export interface Fault {
  fault: FaultName;
  /** Affects requests whose path below /api starts with this; all requests by default. */
  match?: string | undefined;
  /** Affects only requests with this method. */
  method?: string | undefined;
  /** Number of requests affected; unlimited by default. */
  times?: number | undefined;
  /** For `slow`: delay of the response in ms. */
  delayMs?: number | undefined;
  /** For `response`: the response to send instead; JSON unless the body is a string, 200 by default. */
  status?: number | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
}

/** Storage key of the faults set by a browser test, so that they survive a reload. */
export const faultsKey = 'mocked-api.faults';

/** Stores the faults of one mocked API. */
export interface FaultStore {
  read(): Fault[];
  write(faults: Fault[]): void;
}

/** Returns the first fault that affects this request and counts the request; null if there is none. */
export function takeFault(store: FaultStore, method: string, path: string): Fault | null {
  const faults = store.read();
  const index = faults.findIndex((fault) => affects(fault, method, path));
  const fault = faults[index];
  if (!fault) return null;
  if (fault.times !== undefined) {
    const remaining = { ...fault, times: fault.times - 1 };
    store.write(faults.toSpliced(index, 1, ...(remaining.times > 0 ? [remaining] : [])));
  }
  return fault;
}

function affects(fault: Fault, method: string, path: string): boolean {
  const matchesMethod = fault.method === undefined || fault.method.toUpperCase() === method.toUpperCase();
  return matchesMethod && (fault.match === undefined || path.startsWith(fault.match));
}

/** Creates an in-memory store for a test in Node. */
export function createMemoryFaultStore(): FaultStore {
  let faults: Fault[] = [];
  return {
    read: () => faults,
    write: (next) => {
      faults = next;
    },
  };
}

/** Creates a store in a tab's storage; an invalid list counts as empty. */
export function createStorageFaultStore(storage: Pick<Storage, 'getItem' | 'setItem'>): FaultStore {
  return {
    read() {
      const text = storage.getItem(faultsKey);
      if (text === null) return [];
      const list: unknown = JSON.parse(text);
      if (!Array.isArray(list)) return [];
      return (list as Fault[]).filter(({ fault }) => faultNames.includes(fault));
    },
    write: (faults) => storage.setItem(faultsKey, JSON.stringify(faults)),
  };
}

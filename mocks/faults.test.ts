import { describe, expect, it } from 'vitest';
import {
  type Fault,
  createStorageFaultStore,
  createMemoryFaultStore,
  faultsKey,
  takeFault,
} from './faults.ts';

describe('faults', () => {
  it.each<[Fault, string, string, boolean]>([
    [{ fault: 'offline' }, 'GET', '/orders', true],
    [{ fault: 'offline', match: '/orders' }, 'GET', '/orders/simple', true],
    [{ fault: 'offline', match: '/orders' }, 'GET', '/stock', false],
    [{ fault: 'offline', method: 'POST' }, 'GET', '/orders', false],
    [{ fault: 'offline', method: 'post', match: '/orders' }, 'POST', '/orders', true],
  ])('%o affects %s %s: %s', (fault, method, path, isAffected) => {
    const store = createMemoryFaultStore();
    store.write([fault]);
    expect(takeFault(store, method, path) !== null).toBe(isAffected);
  });

  it('ends a fault after its number of requests, and leaves the others', () => {
    const store = createMemoryFaultStore();
    store.write([{ fault: '500', match: '/stock', times: 2 }, { fault: '503' }]);
    const faults = ['/stock', '/orders', '/stock', '/stock'].map(
      (path) => takeFault(store, 'GET', path)?.fault,
    );
    expect(faults).toEqual(['500', '503', '500', '503']);
  });

  it("reads a list from a tab's storage, and ignores anything else", () => {
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    };
    const store = createStorageFaultStore(storage);
    expect(takeFault(store, 'GET', '/orders')).toBeNull();
    items.set(faultsKey, '{"fault":"500"}');
    expect(takeFault(store, 'GET', '/orders')).toBeNull();
    items.set(faultsKey, '[{"fault":"unheard of"},{"fault":"429","times":1}]');
    expect(takeFault(store, 'GET', '/orders')?.fault).toBe('429');
    expect(takeFault(store, 'GET', '/orders')).toBeNull();
  });
});

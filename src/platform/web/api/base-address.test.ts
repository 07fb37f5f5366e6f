import { expect, test } from 'vitest';
import { baseAddress } from './base-address.ts';

test.each([
  ['localhost', 'http://localhost:3000', 'http://localhost:3000/api'],
  ['127.0.0.1', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/api'],
  ['[::1]', 'http://[::1]:3000', 'http://[::1]:3000/api'],
  ['orders.example.com', 'https://orders.example.com', '/api'],
  ['192.168.1.20', 'http://192.168.1.20:3000', '/api'],
  ['localhost.example.com', 'https://localhost.example.com', '/api'],
])('uses the right API address for a dashboard at %s', (hostname, origin, base) =>
  expect(baseAddress({ hostname, origin })).toBe(base),
);

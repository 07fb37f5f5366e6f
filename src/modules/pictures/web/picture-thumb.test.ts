import { expect, it } from 'vitest';
import { parsePictureSource } from './picture-thumb.tsx';

const origin = 'https://orders.example.com';

it.each([
  ['01900000-0000-7000-8000-000000000001', { kind: 'gallery', id: '01900000-0000-7000-8000-000000000001' }],
  [
    { _id: 'p1', name: 'Rice' },
    { kind: 'gallery', id: 'p1' },
  ],
  ['/uploads/rice.png', { kind: 'url', url: `${origin}/uploads/rice.png` }],
  [`${origin}/rice.png`, { kind: 'url', url: `${origin}/rice.png` }],
  ['https://elsewhere.example/rice.png', null],
  ['//elsewhere.example/rice.png', null],
  ['/\\elsewhere.example/rice.png', null],
  ['javascript:alert(1)', null],
  ['data:image/png;base64,AAAA', null],
  ['', null],
  [null, null],
])('parses the picture source %j', (value, expected) =>
  expect(parsePictureSource(value, origin)).toEqual(expected),
);

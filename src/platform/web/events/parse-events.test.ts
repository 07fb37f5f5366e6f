import { expect, it } from 'vitest';
import { createEventParser } from './parse-events.ts';

const cases: [name: string, chunks: string[], messages: [event: string, data: string][]][] = [
  ['one message', ['event: change\ndata: {"a":1}\n\n'], [['change', '{"a":1}']]],
  ['a message without a name', ['data: x\n\n'], [['message', 'x']]],
  ['a message without spaces', ['event:ready\ndata:{}\n\n'], [['ready', '{}']]],
  ['several lines of data', ['data: a\ndata: b\n\n'], [['message', 'a\nb']]],
  [
    'two messages in one chunk',
    ['data: a\n\ndata: b\n\n'],
    [
      ['message', 'a'],
      ['message', 'b'],
    ],
  ],
  ['one message in three chunks', ['eve', 'nt: x\nda', 'ta: 1\n\n'], [['x', '1']]],
  ['line endings of other systems', ['data: a\r\n\r\ndata: b\r\r'], [['message', 'a']]],
  [
    'line endings split across chunks',
    ['data: a\r', '\n\r', '\ndata: b\n\n'],
    [
      ['message', 'a'],
      ['message', 'b'],
    ],
  ],
  ['comments and unused fields', [': hello\n\nid: 4\nretry: 10\ndata: a\n\n'], [['message', 'a']]],
  ['an incomplete message', ['data: a\n'], []],
];

it.each(cases)('reads %s', (_name, chunks, messages) => {
  const parse = createEventParser();
  expect(chunks.flatMap(parse).map(({ event, data }) => [event, data])).toEqual(messages);
});

it('reads the message id; a message without one has the id null', () => {
  const messages = createEventParser()('id: 4\ndata: a\n\ndata: b\n\n');
  expect(messages.map(({ id }) => id)).toEqual(['4', null]);
});

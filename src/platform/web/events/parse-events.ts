/** One message of an event stream. */
export interface StreamMessage {
  event: string;
  data: string;
  /** Position in the message sequence; null when the server sends none. */
  id: string | null;
}

/**
 * Parses a `text/event-stream` body in chunks (WHATWG HTML, section 9.2.6). Comments and retry times are
 * ignored.
 *
 * @returns a function that takes the next chunk of text and returns the messages it completes
 */
export function createEventParser(): (chunk: string) => StreamMessage[] {
  let incomplete = '';
  return (chunk) => {
    // A chunk may end between the two characters of a line ending.
    const text = incomplete + chunk;
    const endsWithReturn = text.endsWith('\r');
    const blocks = (endsWithReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n').split('\n\n');
    incomplete = (blocks.pop() ?? '') + (endsWithReturn ? '\r' : '');
    return blocks.flatMap(readBlock);
  };
}

function readBlock(block: string): StreamMessage[] {
  let event = 'message';
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (field === 'id' && !value.includes('\0')) id = value;
  }
  return data.length > 0 ? [{ event, data: data.join('\n'), id }] : [];
}

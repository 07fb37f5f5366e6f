import { useRef } from 'react';
import { newUuid } from '#src/lib/uuid.ts';

/** The idempotency key of a call: the same for the same content tried again, another for anything else. */
export function useCallKey(): (content: unknown) => string {
  const last = useRef({ call: '', key: '' });
  return (content) => {
    const call = JSON.stringify(content);
    if (last.current.call !== call) last.current = { call, key: newUuid() };
    return last.current.key;
  };
}

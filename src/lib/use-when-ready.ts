import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Work that somebody may ask for before what it is about has come: it is done then, once for however often it was asked for.
 *
 * @returns asks for it
 */
export function useWhenReady(isReady: boolean, work: () => void): () => void {
  const [asked, setAsked] = useState(0);
  const doneUpTo = useRef(0);
  const go = useEffectEvent(() => {
    doneUpTo.current = asked;
    work();
  });
  useEffect(() => {
    if (asked > doneUpTo.current && isReady) go();
  }, [asked, isReady]);
  return () => setAsked((before) => before + 1);
}

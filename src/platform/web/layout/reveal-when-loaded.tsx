import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** Time in ms after which the loaded cards are shown without waiting for the others. */
const maxWaitMs = 1500;

const firstFetches = { predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined };

interface RevealWhenLoadedProps {
  /** Shown until the cards are loaded. */
  placeholder: ReactNode;
  children: ReactNode;
}

/** Stacked cards that each load their own data, shown together so that none pushes others down. */
export function RevealWhenLoaded({ placeholder, children }: RevealWhenLoadedProps) {
  const client = useQueryClient();
  const fetching = useIsFetching(firstFetches);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (fetching > 0) return;
    // The requests of the cards and their parents have not started during the first render.
    const timer = setTimeout(() => {
      if (client.isFetching(firstFetches) === 0) setShown(true);
    });
    return () => clearTimeout(timer);
  }, [fetching, client]);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {isShown ? null : placeholder}
      <div hidden={!isShown}>{children}</div>
    </>
  );
}

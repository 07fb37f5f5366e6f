import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** After this time, loaded cards are shown without the others. In ms. */
const longestMs = 1500;

const isFirstFetch = { predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined };

interface RevealWhenLoadedProps {
  /** Placeholder until then. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Stacked cards that each load their own data, shown together so that none pushes others down. */
export function RevealWhenLoaded({ waiting, children }: RevealWhenLoadedProps) {
  const client = useQueryClient();
  const fetching = useIsFetching(isFirstFetch);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (fetching > 0) return;
    // The requests of the cards and their parents have not started during the first render.
    const timer = setTimeout(() => {
      if (client.isFetching(isFirstFetch) === 0) setShown(true);
    });
    return () => clearTimeout(timer);
  }, [fetching, client]);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), longestMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {isShown ? null : waiting}
      <div hidden={!isShown}>{children}</div>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { reasonsQuery } from './queries.ts';
import { type ListedReason, ReasonsProvider } from '#platform/web/form/reason-choices.ts';

const none: readonly ListedReason[] = [];

/** Provides reasons to its children, fetched when the first one needs them. */
export function Reasons({ children }: { children: ReactNode }) {
  const [isOpen, setWanted] = useState(false);
  const { data: all = none } = useQuery({ ...reasonsQuery(), enabled: isOpen });
  const value = useMemo(() => ({ all, request: () => setWanted(true) }), [all]);
  return <ReasonsProvider value={value}>{children}</ReasonsProvider>;
}

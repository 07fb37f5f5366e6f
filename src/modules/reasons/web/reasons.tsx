import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { reasonsQuery } from './queries.ts';
import { type ListedReason, ReasonsProvider } from '#platform/web/form/reason-choices.ts';

const none: readonly ListedReason[] = [];

/** Provides reasons to its children; they are fetched when a child first needs them. */
export function Reasons({ children }: { children: ReactNode }) {
  const [isNeeded, setNeeded] = useState(false);
  const { data: reasons = none } = useQuery({ ...reasonsQuery(), enabled: isNeeded });
  const value = useMemo(() => ({ all: reasons, request: () => setNeeded(true) }), [reasons]);
  return <ReasonsProvider value={value}>{children}</ReasonsProvider>;
}

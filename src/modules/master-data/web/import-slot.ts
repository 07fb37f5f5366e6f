import { createContext, type ReactNode } from 'react';

/**
 * Renders the import screen of a kind. The shell provides it, so that lists can show the import without
 * depending on the file readers.
 */
export const ImportSlot = createContext<(kind: string) => ReactNode>(() => null);

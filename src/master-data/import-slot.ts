import { createContext, type ReactNode } from 'react';

/**
 * Draws the screen that imports rows of a kind. The shell hands it in, so that a list can lead to it and show it in
 * its own place without knowing what reads files.
 */
export const ImportSlot = createContext<(kind: string) => ReactNode>(() => null);

import type { LucideIcon } from 'lucide-react';

export type EntryKind = 'page' | 'order' | 'item' | 'supplier' | 'person' | 'branch' | 'action';

/** Something that can be chosen. */
export interface PaletteEntry {
  /** The same from one opening to the next: `page:/inventory`, `order:…`. */
  id: string;
  kind: EntryKind;
  label: string;
  /** Where it belongs or what it is, in small print. */
  hint: string;
  /** An order's status, as a pill. */
  status?: string;
  /** Other words it is found by. */
  words: readonly string[];
  icon: LucideIcon;
  run(): void;
}

/** Entries under one heading. */
export interface PaletteGroup {
  id: EntryKind | 'recent';
  entries: readonly PaletteEntry[];
}

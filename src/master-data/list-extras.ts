import type { ComponentType, ReactNode } from 'react';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import type { Column } from '#src/components/data-table/column.ts';
import type { CollectionKey } from '#contract/resources/index.ts';

/** Another way of showing a collection, as a tab beside its list. */
interface ListView {
  /** In the address: `tab=order`. */
  id: string;
  /** What the tab is called. */
  name: string;
  View: ComponentType;
}

/**
 * What the list of a collection has besides what follows from its definition. The route of its page hands it in, so
 * that it comes with that page alone.
 */
export interface ListExtras {
  /** A hook: columns after those that the definition lists first. */
  useColumns?(): readonly Column<ResourceRow>[];
  /** Stands above the list. */
  Above?: ComponentType;
  /** Stands beside the list where there is room, else above it. */
  Beside?: ComponentType;
  /** A hook: further tabs. */
  useViews?(): readonly ListView[];
  /** What can be done with selected rows, besides what every list offers. */
  bulk?(rows: readonly ResourceRow[], clear: () => void): ReactNode;
  /** What can be done with the open row, besides what every row offers. */
  actionsOf?(row: ResourceRow): ReactNode;
}

/** The extras of a page's lists: its own, and those that stand as tabs beside it. */
export type PageExtras = Readonly<Partial<Record<CollectionKey, ListExtras>>>;

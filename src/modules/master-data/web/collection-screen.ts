import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { CollectionKey, FieldOf } from '../collections.ts';
import type { ResourceRow } from './queries/resources.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { resourceListMessages } from './list-messages.ts';
import type { rowMessages } from './row-messages.ts';
import type { Column } from '#platform/web/data-table/column.ts';

/** Page that manages the rows of a collection. */
export interface CollectionPage<Field extends string = string> {
  to: NonNullable<LinkProps['to']>;
  /** Tab of that page that shows it. */
  tab?: string;
  /** Fields by which its list can be filtered: field name -> name in the address. */
  by?: Readonly<Partial<Record<Field, string>>>;
  /** Search parameter of the open row; `row` by default, null for none. */
  rowParam?: string | null;
}

/** Formats a structured value that its field kind cannot format. */
type ValueText = (value: unknown, t: TranslationOf<typeof resourceListMessages>) => string | null;

/** An additional tab of an open row; its content loads when it is opened. */
interface RowTab {
  id: keyof (typeof rowMessages)['en']['moreTabs'];
  View: ComponentType<{ row: ResourceRow }>;
}

/** Screen settings of a collection in addition to its definition. */
export interface CollectionScreen<Field extends string = string> {
  /** Null if only special pages manage it. */
  page: CollectionPage<Field> | null;
  /** Formatters of structured values. */
  texts?: Readonly<Partial<Record<Field, ValueText>>>;
  tabs?: readonly RowTab[];
  /** Content above the fields of an open row, for rows whose fields are secondary. */
  AboveFacts?: ComponentType<{ row: ResourceRow }>;
  /** Content below the fields of an open row. */
  BelowFacts?: ComponentType<{ row: ResourceRow }>;
  /** Collections without a page of their own, shown as tabs of this one. */
  tabLists?: readonly CollectionKey[];
}

/** Defines the screen of one collection; unknown field names do not compile. */
export const defineScreen = <K extends CollectionKey>(
  _key: K,
  screen: CollectionScreen<FieldOf<K>>,
): CollectionScreen<FieldOf<K>> => screen;

/** An alternative view of a collection, as a tab next to its list. */
interface ListView {
  /** In the address: `tab=order`. */
  id: string;
  /** Name of the tab. */
  name: string;
  View: ComponentType;
  /** Whether it shows no rows of the collection, so that creating and importing are hidden. */
  isApart?: boolean;
}

/**
 * Additional parts of a collection's list. Its route passes them in, so that they load with that page only.
 */
export interface ListExtras {
  /** Hook for columns that follow those of the definition. */
  useColumns?(): readonly Column<ResourceRow>[];
  /** Content above the list. */
  Above?: ComponentType;
  /** Content next to the list if there is room, else above it. */
  Sidebar?: ComponentType;
  /** Hook for further tabs. */
  useViews?(): readonly ListView[];
  /** Additional bulk actions. */
  bulk?(rows: readonly ResourceRow[], clear: () => void): ReactNode;
  /** Additional actions of the open row. */
  actionsOf?(row: ResourceRow): ReactNode;
}

/** Extras of the lists on a page: its own, and those of its tabs. */
export type PageExtras = Readonly<Partial<Record<CollectionKey, ListExtras>>>;

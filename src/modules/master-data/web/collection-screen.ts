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
  /** Tab of the page that shows the collection. */
  tab?: string;
  /** Fields by which its list can be filtered: field name -> URL parameter. */
  filterParams?: Readonly<Partial<Record<Field, string>>>;
  /** URL parameter of the open row; `row` by default, null if there is none. */
  rowParam?: string | null;
}

/** Formats a structured value for which the field kind has no format. */
type FormatValue = (value: unknown, t: TranslationOf<typeof resourceListMessages>) => string | null;

/** An additional tab of an open row; its content loads when it is opened. */
interface RowTab {
  id: keyof (typeof rowMessages)['en']['moreTabs'];
  View: ComponentType<{ row: ResourceRow }>;
}

/** Screen settings of a collection in addition to its definition. */
export interface CollectionScreen<Field extends string = string> {
  /** Null if the collection is managed only on special pages. */
  page: CollectionPage<Field> | null;
  /** Formatters of structured values. */
  formatters?: Readonly<Partial<Record<Field, FormatValue>>>;
  tabs?: readonly RowTab[];
  /** Content above the fields of an open row, for rows whose fields are secondary. */
  AboveFacts?: ComponentType<{ row: ResourceRow }>;
  /** Content below the fields of an open row. */
  BelowFacts?: ComponentType<{ row: ResourceRow }>;
  /** Collections without a page of their own, shown as tabs of this collection's page. */
  tabLists?: readonly CollectionKey[];
}

/** Defines the screen of one collection; unknown field names don't compile. */
export const defineScreen = <K extends CollectionKey>(
  _key: K,
  screen: CollectionScreen<FieldOf<K>>,
): CollectionScreen<FieldOf<K>> => screen;

/** An alternative view of a collection, as a tab next to its list. */
interface ListView {
  /** Value of the URL parameter: `tab=order`. */
  id: string;
  /** Name of the tab. */
  name: string;
  View: ComponentType;
  /** Whether the view shows no rows of the collection; creating and importing are then hidden. */
  isStandalone?: boolean;
}

/**
 * Additional parts of a collection's list. Its route passes them in, so that they load with that page only.
 */
export interface ListExtras {
  /** Hook that returns columns to be added after those of the definition. */
  useColumns?(): readonly Column<ResourceRow>[];
  /** Content above the list. */
  Above?: ComponentType;
  /** Content next to the list, or above it if there isn't enough room. */
  Sidebar?: ComponentType;
  /** Hook that returns additional tabs. */
  useViews?(): readonly ListView[];
  /** Additional bulk actions. */
  bulk?(rows: readonly ResourceRow[], clear: () => void): ReactNode;
  /** Additional actions of the open row. */
  renderActions?(row: ResourceRow): ReactNode;
}

/** Extras for the lists of a page and its tabs. */
export type PageExtras = Readonly<Partial<Record<CollectionKey, ListExtras>>>;

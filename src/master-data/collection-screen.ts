import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { CollectionKey, FieldOf } from '#contract/resources/index.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { resourceListMessages } from './list-messages.ts';
import type { rowMessages } from './row-messages.ts';
import type { Column } from '#src/components/data-table/column.ts';

/** Where the rows of a collection are looked after. */
export interface CollectionPage<Field extends string = string> {
  to: NonNullable<LinkProps['to']>;
  /** Stands as a tab on that page. */
  tab?: string;
  /** Fields that its list can be narrowed by: name of the field -> name in the address. */
  by?: Readonly<Partial<Record<Field, string>>>;
  /** What names the open row in its address; `row` where nothing else is said, null where none does. */
  rowParam?: string | null;
}

/** A structured value in words, where its kind alone cannot say it. */
type ValueText = (value: unknown, t: TranslationOf<typeof resourceListMessages>) => string | null;

/** A tab of an open row besides details, usage and history; its content comes when it is opened. */
interface RowTab {
  id: keyof (typeof rowMessages)['en']['moreTabs'];
  View: ComponentType<{ row: ResourceRow }>;
}

/** What a collection has on screen besides what follows from its definition. */
export interface CollectionScreen<Field extends string = string> {
  /** Null where it is looked after on pages of its own kind alone. */
  page: CollectionPage<Field> | null;
  /** Structured values in words. */
  texts?: Readonly<Partial<Record<Field, ValueText>>>;
  tabs?: readonly RowTab[];
  /** Stands above the fields of an open row, where these are the lesser part of it. */
  AboveFacts?: ComponentType<{ row: ResourceRow }>;
  /** Stands below the fields of an open row. */
  BelowFacts?: ComponentType<{ row: ResourceRow }>;
  /** Collections without a page of their own, which stand as tabs beside this one. */
  beside?: readonly CollectionKey[];
}

/** The screen of one collection: a field that its definition does not have does not compile. */
export const defineScreen = <K extends CollectionKey>(
  _key: K,
  screen: CollectionScreen<FieldOf<K>>,
): CollectionScreen<FieldOf<K>> => screen;

/** Another way of showing a collection, as a tab beside its list. */
interface ListView {
  /** In the address: `tab=order`. */
  id: string;
  /** What the tab is called. */
  name: string;
  View: ComponentType;
  /** It shows no rows of the collection: nothing is made or imported from there. */
  isApart?: boolean;
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

import { Navigate } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import { useUser } from '#platform/web/session/session.ts';
import { ResourceRowPage } from '#modules/master-data/web/resource-row-page.tsx';
import { useRowAddress } from '#modules/master-data/web/row-address.ts';
import type { RowFormProps } from '#modules/master-data/web/row-form.tsx';

interface ItemListPageProps {
  form: ComponentType<RowFormProps>;
  children: ReactNode;
}

/**
 * Renders a list of items, or the item in the URL as a page. Redirects to the item's own route if the user
 * may open it.
 */
export function ItemListPage({ form, children }: ItemListPageProps) {
  const { full, row, isNew } = useRowAddress();
  const canOpenItems = canOpenPage(useUser(), '/items');
  if (!full || row === undefined) return children;
  if (!isNew && canOpenItems) return <Navigate to="/items/$id/edit" params={{ id: row }} replace />;
  return <ResourceRowPage key={row} name="items" id={row} form={form} />;
}

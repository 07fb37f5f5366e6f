import { ChefHat } from 'lucide-react';
import { EmptyState } from '#src/components/layout/states.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { itemMessages } from './messages.ts';

/** Which recipes use the item. */
export function RecipesTab() {
  const t = useMessages(itemMessages).recipe;
  return <EmptyState icon={ChefHat} title={t.none} text={t.text} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { PlannedPage } from '#src/features/coming/planned-page.tsx';

export const Route = createFileRoute('/_shell/menu')({
  staticData: { page: '/menu', title: 'recipes' },
  component: Screen,
});

function Screen() {
  return <PlannedPage page="recipes" />;
}

import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/menu')({
  staticData: { page: '/menu', title: 'recipes' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="recipes" />;
}

import { createFileRoute } from '@tanstack/react-router';
import { HonestPage } from '#src/features/coming/honest-page.tsx';

export const Route = createFileRoute('/_shell/gallery')({
  staticData: { page: '/gallery', title: 'gallery' },
  component: Screen,
});

function Screen() {
  return <HonestPage page="gallery" />;
}

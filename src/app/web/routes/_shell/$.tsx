import { createFileRoute } from '@tanstack/react-router';
import { UnknownAddress } from '#app/web/shell/unknown-address.tsx';

export const Route = createFileRoute('/_shell/$')({
  staticData: { page: null },
  component: UnknownAddress,
});

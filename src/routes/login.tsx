import { createFileRoute } from '@tanstack/react-router';
import { AuthPending } from '#src/components/layout/auth-pending.tsx';
import { SignInPage } from '#src/features/sign-in/sign-in-page.tsx';
import { redirectSignedIn, useSignedIn } from '#src/features/sign-in/landing.ts';

export const Route = createFileRoute('/login')({
  // The form is what a first visit waits for: it comes with the entry, not after it.
  codeSplitGroupings: [],
  beforeLoad: ({ context }) => redirectSignedIn(context.queryClient, 'second'),
  pendingMs: 150,
  pendingComponent: AuthPending,
  component: SignIn,
});

function SignIn() {
  return <SignInPage onSignedIn={useSignedIn(Route.useRouteContext().leaveFor)} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { AuthPending } from '#platform/web/layout/auth-pending.tsx';
import { SignInPage } from '#app/web/sign-in/sign-in-page.tsx';
import { redirectSignedIn, useSignedIn } from '#app/web/sign-in/landing.ts';

export const Route = createFileRoute('/')({
  // A first visit waits for the form, so it is part of the entry chunk.
  codeSplitGroupings: [],
  beforeLoad: ({ context }) => redirectSignedIn(context.queryClient, 'first'),
  pendingMs: 150,
  pendingComponent: AuthPending,
  component: SignIn,
});

function SignIn() {
  return <SignInPage onSignedIn={useSignedIn(Route.useRouteContext().loadPage)} />;
}

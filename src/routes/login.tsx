import { createFileRoute } from '@tanstack/react-router';
import { SignInPage } from '#src/features/sign-in/sign-in-page.tsx';
import { leadSignedIn, useSignedIn } from '#src/features/sign-in/landing.ts';

export const Route = createFileRoute('/login')({
  // The form is what a first visit waits for: it comes with the entry, not after it.
  codeSplitGroupings: [],
  beforeLoad: ({ context }) => leadSignedIn(context.queryClient, 'second'),
  component: SignIn,
});

function SignIn() {
  return <SignInPage onSignedIn={useSignedIn(Route.useRouteContext().leaveFor)} />;
}

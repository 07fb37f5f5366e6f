import { failWith } from './fixtures/mocked-faults.ts';
import { password } from './fixtures/people.ts';
import { signIn } from './fixtures/sign-in.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

test('the sign-in screen says what SPEC says', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText('Please sign in to your account')).toBeVisible();
  await expect(page.getByText('Need help? Contact your administrator')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
});

test('the password can be shown and hidden', async ({ page }) => {
  await page.goto('/');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret words');
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('a wrong password is refused above the form, and what was typed stays', async ({ page, complaints }) => {
  complaints.allow(/401/);
  await page.goto('/');
  await page.getByLabel('Email').fill('branch@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not my password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText(/password/i);
  await expect(page.getByLabel('Email')).toHaveValue('branch@demo.test');
  await expect(page).toHaveURL('/');
});

test('both fields are asked for', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page).toHaveURL('/');
});

test('while the server is asked, the form waits', async ({ page }) => {
  await page.goto('/');
  await failWith(page, { fault: 'slow', match: '/users/login', delayMs: 1500, times: 1 });
  await page.getByLabel('Email').fill('branch@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  const busy = page.getByRole('button', { name: 'Signing in & refreshing...' });
  await expect(busy).toBeDisabled();
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page).toHaveURL('/branch-order/create-order');
});

test('without a network it says so, and the next try works', async ({ page, complaints }) => {
  complaints.allow(/users\/login/, /Failed to fetch|Failed to load resource/);
  await page.goto('/');
  await failWith(page, { fault: 'offline', match: '/users/login', times: 1 });
  await page.getByLabel('Email').fill('kitchen@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Network connection failed. Please check your internet connection and try again.',
  );
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/central-kitchen/dashboard');
});

test('signing out leads to the sign-in page, and back does not lead in again', async ({ page }) => {
  await signIn(page, 'branch');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await page.goto('/branch-order/create-order');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

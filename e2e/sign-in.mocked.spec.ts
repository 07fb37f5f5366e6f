import type { Page } from '@playwright/test';
import { failWith } from './fixtures/mocked-faults.ts';
import { password, people } from './fixtures/people.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' });

async function fillForm(page: Page, email: string, enteredPassword = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(enteredPassword);
}

for (const path of ['/', '/login']) {
  test(`SPEC 2: the sign-in screen at ${path}, with a password that can be shown and hidden`, {
    tag: '@journey',
  }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await expect(page.getByText('Please sign in to your account')).toBeVisible();
    await expect(page.getByText('Need help? Contact your administrator')).toBeVisible();
    await expect(signInButton(page)).toBeEnabled();

    await passwordField(page).fill('secret words');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
    await expect(passwordField(page)).toBeFocused();
    await page.getByRole('button', { name: 'Hide password' }).press('Enter');
    await expect(passwordField(page)).toHaveAttribute('type', 'password');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await expect(passwordField(page)).toHaveValue('secret words');
  });
}

test('SPEC 5: a valid email and a password are required', async ({ page }) => {
  const requestUrls: string[] = [];
  page.on('request', (request) => requestUrls.push(request.url()));
  await page.goto('/');
  const email = page.getByLabel('Email');
  const isValid = (check: keyof ValidityState) =>
    email.evaluate((field: HTMLInputElement, name) => field.validity[name], check);

  await expect(email).toHaveAttribute('type', 'email');
  await signInButton(page).click();
  await expect(email).toBeFocused();
  expect(await isValid('valueMissing')).toBe(true);
  await email.fill('nobody');
  await signInButton(page).click();
  await expect(email).toBeFocused();
  expect(await isValid('typeMismatch')).toBe(true);
  await email.fill(people.viewer.email);
  await signInButton(page).click();
  await expect(passwordField(page)).toBeFocused();
  expect(requestUrls.filter((url) => url.includes('/users/login'))).toEqual([]);
});

test('SPEC 2, 4: while signing in, the form is disabled and its button shows the progress', async ({
  page,
}) => {
  await page.goto('/');
  await failWith(page, { fault: 'slow', match: '/users/login', delayMs: 1500, times: 1 });
  await fillForm(page, people.viewer.email);
  await passwordField(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in & refreshing...' })).toBeDisabled();
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(passwordField(page)).toBeDisabled();
  await expect(page).toHaveURL('/dashboard');
});

test('SPEC 4, 8: a failed sign-in shows the error above the form, and keeps the entries', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/users\/login/, /Failed to load resource/);
  await page.goto('/');
  await fillForm(page, people.viewer.email, 'not my password');
  const alert = page.getByRole('alert');

  await signInButton(page).click();
  await expect(alert).toContainText(/password/i);
  await expect(alert).toBeFocused();
  const form = await page.getByLabel('Email').boundingBox();
  expect((await alert.boundingBox())?.y).toBeLessThan(form?.y ?? 0);
  await expect(page.getByLabel('Email')).toHaveValue(people.viewer.email);
  await expect(passwordField(page)).toHaveValue('not my password');

  const login = { match: '/users/login', times: 1 };
  for (const [fault, message] of [
    [{ fault: 'response', status: 400, body: {} }, 'Login failed'],
    [{ fault: 'response', body: 'OK' }, 'An unexpected error occurred. Please try again.'],
    [{ fault: '500' }, 'Server error. Please try again later.'],
    [{ fault: 'offline' }, 'Network connection failed. Please check your internet connection and try again.'],
  ] as const) {
    await failWith(page, { ...fault, ...login });
    await signInButton(page).click();
    await expect(alert).toHaveText(message);
    await expect(alert).toBeFocused();
  }
  await fillForm(page, people.viewer.email);
  await signInButton(page).click();
  await expect(page).toHaveURL('/dashboard');
});

test('SPEC 7, 8: a failed first registration shows an error, and a successful one stores its token', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/users\/register/, /users\/profile/, /Failed to load resource/);
  await page.goto('/');
  const health = { fault: 'response', match: '/health', body: { setupRequired: true } } as const;
  const register = { fault: 'response', match: '/users/register', times: 1 } as const;
  await failWith(page, health, { ...register, status: 400, body: {} });
  await page.reload();
  await page.getByLabel('Set-up token').fill('printed');
  await page.getByLabel('Your name').fill('Ada');
  await fillForm(page, 'ada@demo.test', 'a long password');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByRole('alert')).toHaveText('Registration failed');
  await expect(page.getByRole('alert')).toBeFocused();

  const user = { _id: 'u1', name: 'Ada', email: 'ada@demo.test', role: 'owner', allowedPages: ['*'] };
  const profile = { fault: 'response', match: '/users/profile', body: user } as const;
  // The token is made up by this test, so any unmocked request would be rejected and end the session.
  const rest = { fault: 'response', body: [] } as const;
  await failWith(page, profile, { ...register, status: 201, body: { token: 'kept', ...user } }, rest);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBe('kept');
  await expect(page).toHaveURL('/dashboard');
});

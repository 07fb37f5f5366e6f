import type { Page } from '@playwright/test';
import { people } from './fixtures/people.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' });

test('SPEC 2, 5: the sign-in screen at / and /login shows and hides the password, and requires a valid email', {
  tag: '@journey',
}, async ({ page }) => {
  const requestUrls: string[] = [];
  page.on('request', (request) => requestUrls.push(request.url()));
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText('Please sign in to your account')).toBeVisible();
  await expect(page.getByText('Need help? Contact your administrator')).toBeVisible();

  await passwordField(page).fill('secret words');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await expect(passwordField(page)).toBeFocused();
  await page.getByRole('button', { name: 'Hide password' }).press('Enter');
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await expect(passwordField(page)).toHaveValue('secret words');
  await passwordField(page).fill('');

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

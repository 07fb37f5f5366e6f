import type { Page } from '@playwright/test';
import { type RoleLanding, roleLandings, type ShownContent } from '#mocks/role-landing.ts';
import { failWith } from './fixtures/mocked-faults.ts';
import { password, people } from './fixtures/people.ts';
import { watchCalls } from './fixtures/network-idle.ts';
import { expect, mockedTest as test } from './fixtures/test.ts';

/**
 * One role whose sign-in reloads the page, and one whose sign-in doesn't. All roles are tested in
 * src/app/web/role-landing.test.tsx.
 */
const sampleRoles: readonly string[] = ['custom_role_sk', 'custom role'];
const samples = roleLandings.filter(({ role }) => sampleRoles.includes(role));
if (samples.length !== sampleRoles.length) throw new Error('A sample role has no landing');

for (const landing of samples) {
  const { role, person, visits } = landing;
  test(`SPEC 2, 4, 6: the pages that ${role} lands on`, { tag: '@journey' }, async ({ page }) => {
    await page.goto('/');
    if (person) {
      await signInOnMarkedPage(page, landing, people[person].email);
      await expect(page).toHaveURL(people[person].landing);
    }
    for (const { path, finalPath, content } of visits) {
      await test.step(`${path} leads to ${finalPath} and shows ${content}`, async () => {
        await page.goto(path);
        await expect(page).toHaveURL((url) => url.pathname === finalPath);
        await expectShown(page, content);
      });
    }
  });
}

/**
 * Sets a mark on the page, which a full page load removes, signs in, and limits the profile's allowed pages.
 */
async function signInOnMarkedPage(
  page: Page,
  { reloads, allowedPages }: RoleLanding,
  email: string,
): Promise<void> {
  const waitForPage = watchCalls(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'before sign-in'));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectShown(page, 'page');
  await expect(page.locator('html[data-mark]')).toHaveCount(reloads ? 0 : 1);
  await waitForPage();
  if (!allowedPages) return;
  const profile = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    return (await fetch('/api/users/profile', { headers })).json() as Promise<object>;
  });
  await failWith(page, { fault: 'response', match: '/users/profile', body: { ...profile, allowedPages } });
}

async function expectShown(page: Page, content: ShownContent): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  if (content === 'sign-in') return expect(heading).toHaveText('Welcome Back');
  // Pages and No Access messages are both shown inside the shell.
  await expect(page.getByText('© 2024 Your Company')).toBeVisible();
  if (content === 'page')
    return expect(heading).not.toHaveText(/^(Welcome Back|No Access|Something went wrong)$/);
  await expect(heading).toHaveText('No Access');
  await expect(page.getByText('Contact administrator for access')).toBeVisible();
}

import '#app/web/testing/dom.ts';
import { expect, test, vi } from 'vitest';

test('display options are stored on this device and survive a reload', async () => {
  const classes = document.documentElement.classList;
  const { toggleDisplayOption } = await import('./theme.ts');
  toggleDisplayOption('high-contrast');
  toggleDisplayOption('large-text');
  expect([...classes]).toEqual(expect.arrayContaining(['large-text', 'high-contrast']));
  expect(localStorage.getItem('commissary.display')).toBe('high-contrast large-text');
  vi.resetModules();
  const reloaded = await import('./theme.ts');
  reloaded.toggleDisplayOption('large-text');
  expect(localStorage.getItem('commissary.display')).toBe('high-contrast');
  expect(classes.contains('large-text')).toBe(false);
  reloaded.toggleDisplayOption('high-contrast');
  expect(classes.contains('high-contrast')).toBe(false);
});

import { twMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cn } from '#platform/web/cn.ts';
import { isTest, getPart, listSourceFiles } from './source-files.ts';

test('the later of two conflicting classes with the same variant wins', () => {
  expect(cn('px-3 text-sm', false, 'px-1')).toBe('text-sm px-1');
  expect(cn('px-2 py-1', 'p-4')).toBe('p-4');
  expect(cn('h-9 touch:h-11', 'h-7')).toBe('touch:h-11 h-7');
  expect(cn('md:hidden', 'md:flex', 'flex')).toBe('md:flex flex');
  expect(cn('text-muted-foreground text-sm', 'text-destructive')).toBe('text-sm text-destructive');
  expect(cn('[&_svg]:size-4', '[&_svg]:size-3')).toBe('[&_svg]:size-3');
  expect(cn('not-a-utility not-a-utility')).toBe('not-a-utility not-a-utility');
});

test("conflicts between the dashboard's classes resolve as in tailwind-merge", () => {
  const conflicts: string[] = [];
  const classes = [...listUtilityClasses()];
  expect(classes.length).toBeGreaterThan(300);
  for (const first of classes) {
    for (const second of classes) {
      const pair = `${first} ${second}`;
      if (first !== second && cn(pair) !== twMerge(pair)) conflicts.push(pair);
    }
  }
  expect(conflicts, 'a class is missing in the table of src/platform/web/cn.ts').toEqual([]);
});

/** Every Tailwind class in a string of src, without its variants. */
function listUtilityClasses(): Set<string> {
  const names = new Set<string>();
  for (const { path, text } of listSourceFiles()) {
    if (getPart(path) !== 'web' || path === 'src/platform/web/cn.ts' || isTest(path)) continue;
    for (const [, ...texts] of text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)) {
      for (const name of texts.join('').split(/\s+/)) {
        if (/^[a-z![-]/.test(name) && twMerge(`${name} ${name}`) === name)
          names.add(name.replace(/^(?:[a-z0-9-]+(?:\[[^\]]*\])?(?:\/\w+)?:|\[[^\]]*\]:)+/, ''));
      }
    }
  }
  return names;
}

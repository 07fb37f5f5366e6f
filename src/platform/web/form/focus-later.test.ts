import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { focusEntry } from './focus-later.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

function group(): { list: Element; inputs: HTMLInputElement[]; elsewhere: HTMLInputElement } {
  document.body.innerHTML = '<input id="elsewhere"><ul><li><input></li><li><input></li></ul>';
  const list = document.querySelector('ul') as Element;
  const elsewhere = document.querySelector('#elsewhere') as HTMLInputElement;
  return { list, inputs: [...list.querySelectorAll('input')], elsewhere };
}

afterEach(() => {
  document.body.innerHTML = '';
});

test('moves the focus after the next frame', async () => {
  const { list, inputs } = group();
  focusEntry(() => list, 1);
  await nextFrame();
  expect(document.activeElement).toBe(inputs[1]);
});

test('does not move the focus while the user types', async () => {
  const { list, elsewhere } = group();
  elsewhere.focus();
  focusEntry(() => list, 1);
  fireEvent.input(elsewhere, { target: { value: 'Q' } });
  await nextFrame();
  expect(document.activeElement).toBe(elsewhere);
});

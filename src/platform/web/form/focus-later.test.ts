import { fireEvent } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { focusEntry } from './focus-later.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

function renderGroup(): { list: Element; inputs: HTMLInputElement[]; outsideInput: HTMLInputElement } {
  document.body.innerHTML = '<input id="outside"><ul><li><input></li><li><input></li></ul>';
  const list = document.querySelector('ul') as Element;
  const outsideInput = document.querySelector('#outside') as HTMLInputElement;
  return { list, inputs: [...list.querySelectorAll('input')], outsideInput };
}

afterEach(() => {
  document.body.innerHTML = '';
});

test('moves the focus after the next frame', async () => {
  const { list, inputs } = renderGroup();
  focusEntry(() => list, 1);
  await nextFrame();
  expect(document.activeElement).toBe(inputs[1]);
});

test('does not move the focus while the user types', async () => {
  const { list, outsideInput } = renderGroup();
  outsideInput.focus();
  focusEntry(() => list, 1);
  fireEvent.input(outsideInput, { target: { value: 'Q' } });
  await nextFrame();
  expect(document.activeElement).toBe(outsideInput);
});

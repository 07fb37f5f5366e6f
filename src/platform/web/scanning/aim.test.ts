import { expect, it } from 'vitest';
import { getAimRegion, findNearestCode } from './aim.ts';

it.each([
  [
    'a picture of the same shape',
    { width: 640, height: 480 },
    { width: 320, height: 240 },
    [32, 96, 576, 288],
  ],
  // Of 1280 px, 960 are visible in a box of 4:3.
  [
    'a picture with cropped sides',
    { width: 1280, height: 720 },
    { width: 400, height: 300 },
    [208, 144, 864, 432],
  ],
  // A phone held upright: of 1280 px in height, 540 are visible.
  [
    'a picture with a cropped top and bottom',
    { width: 720, height: 1280 },
    { width: 400, height: 300 },
    [36, 478, 648, 324],
  ],
])('examines the aiming frame of %s', (_, picture, box, [x, y, width, height]) => {
  expect(getAimRegion(picture, box)).toEqual({ x, y, width, height });
});

it('selects the code nearest to the middle', () => {
  const buildCode = (x: number, y: number) => ({ boundingBox: { x, y, width: 20, height: 10 } });
  const [left, middle, below] = [buildCode(0, 45), buildCode(60, 40), buildCode(90, 90)];
  expect(findNearestCode([left, middle, below], { width: 200, height: 100 })).toBe(middle);
  expect(findNearestCode([], { width: 200, height: 100 })).toBeNull();
});

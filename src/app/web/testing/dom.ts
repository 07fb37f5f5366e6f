import { configure, getConfig, prettyDOM } from '@testing-library/react';
import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { nextKeyTime } from './key-times.ts';

/**
 * Browser features that jsdom lacks: a wide screen without touch input, and elements with a size, so that
 * windowed lists render rows.
 */
const size = { width: 1280, height: 800 };

class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function createMediaQuery(media: string): MediaQueryList {
  const minimum = /min-width:\s*(\d+)px/.exec(media)?.[1];
  const list = new EventTarget() as MediaQueryList;
  return Object.assign(list, {
    media,
    matches: minimum !== undefined && size.width >= Number(minimum),
    onchange: null,
    addListener() {},
    removeListener() {},
  });
}

// Typed keys are 100 ms apart. With real times, some would be as fast as those of a scanner.
const keyTimes = new WeakMap<Event, number>();
Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', {
  configurable: true,
  get(this: Event) {
    const time = keyTimes.get(this) ?? nextKeyTime(100);
    keyTimes.set(this, time);
    return time;
  },
});

// jsdom has no pointer capture, but toasts and menus use it.
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;

// jsdom hides elements with the attribute and has no top layer.
HTMLElement.prototype.showPopover = function show(this: HTMLElement) {
  this.style.display = 'block';
};

// Object URLs are never rendered here.
let objectUrls = 0;
URL.createObjectURL = () => `blob:http://localhost/${++objectUrls}`;
URL.revokeObjectURL = () => {};

window.matchMedia = createMediaQuery;
window.ResizeObserver = ResizeObserverStub;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Object.defineProperties(HTMLElement.prototype, {
  offsetWidth: { get: () => size.width },
  offsetHeight: { get: () => size.height },
});

configure({
  // Screens wait for a real server in the same process, possibly on a busy machine.
  asyncUtilTimeout: 15_000,
  // Prints the page only when a wait times out, instead of for every attempt.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isRetrying } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    const error = new Error(
      [message, isRetrying === true ? '' : prettyDOM(container)].filter(Boolean).join('\n\n'),
    );
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

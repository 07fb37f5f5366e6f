import { shiftClock, shiftToTestInstant } from '#mocks/test-clock.ts';

// Shifts the clock of every test file, and of every process started with `--import` of this file, to the test
// instant.
shiftClock(shiftToTestInstant());

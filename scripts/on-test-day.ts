import { shiftClock, shiftToTestInstant } from '#mocks/test-clock.ts';

// Every test file, and every process that is started with `--import` of this, begins at the same instant.
shiftClock(shiftToTestInstant());

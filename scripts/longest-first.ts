import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files with long tests. Started last, they would leave the other workers without work. */
const longest = /\.long\.test\.tsx?$|\/node\/start\.|\/f(?:03-interrupted|20|24|30|32)[-.]/;

/**
 * Starts the longest files first, as Vitest does with the durations of an earlier run; in a new clone it knows only
 * the sizes of files.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects stay together, because they don't share workers.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (longest.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

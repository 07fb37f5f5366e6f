import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files with long tests. If they started last, the other workers would have nothing left to do. */
const longest = /\.long\.test\.tsx?$|\/node\/start\.|\/f(?:03-interrupted|20|24|30|32)[-.]/;

/**
 * Starts the longest files first. Vitest does this with the durations of an earlier run, but in a new clone
 * it knows only file sizes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Keeps the files of a project together, because projects don't share workers.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (longest.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

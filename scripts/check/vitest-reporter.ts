import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSpecification } from 'vitest/node';
import { Progress } from './progress.ts';

/** Reports Vitest's progress to `Progress`. */
export default class VitestProgress implements Reporter {
  private readonly progress = new Progress();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.progress.start(specifications.length);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'passed') this.progress.recordPass();
    else if (state === 'skipped') this.progress.recordSkip();
    else if (state === 'failed')
      this.progress.recordFailure(`${test.module.relativeModuleId} > ${test.fullName}`, formatErrors(errors));
  }

  onTestModuleEnd(module: TestModule): void {
    // A failed hook or import doesn't belong to a test.
    const moduleErrors = module.errors();
    if (moduleErrors.length > 0)
      this.progress.recordFailure(module.relativeModuleId, formatErrors(moduleErrors));
    this.progress.finishFile();
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
    _reason: TestRunEndReason,
  ): void {
    if (unhandled.length > 0)
      this.progress.recordFailure('an error outside of any test', formatErrors(unhandled));
    this.progress.end();
  }
}

function formatErrors(
  errors: readonly { message: string; stack?: string | undefined }[] | undefined,
): string {
  return (errors ?? []).map(({ message, stack }) => stack ?? message).join('\n');
}

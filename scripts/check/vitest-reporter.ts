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
    if (state === 'passed') this.progress.passed();
    else if (state === 'skipped') this.progress.skipped();
    else if (state === 'failed')
      this.progress.failed(`${test.module.relativeModuleId} > ${test.fullName}`, textOf(errors));
  }

  onTestModuleEnd(module: TestModule): void {
    // A failed hook or import doesn't belong to a test.
    const moduleErrors = module.errors();
    if (moduleErrors.length > 0) this.progress.failed(module.relativeModuleId, textOf(moduleErrors));
    this.progress.fileDone();
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
    _reason: TestRunEndReason,
  ): void {
    if (unhandled.length > 0) this.progress.failed('an error outside of any test', textOf(unhandled));
    this.progress.end();
  }
}

function textOf(errors: readonly { message: string; stack?: string | undefined }[] | undefined): string {
  return (errors ?? []).map(({ message, stack }) => stack ?? message).join('\n');
}

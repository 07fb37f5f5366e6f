import { describe, expect, it } from 'vitest';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import {
  type SelfTestCheck,
  selfTestChecks,
  isProblem,
  inspectResponse,
  type SelfTestResult,
  runSelfTest,
  summarizeResults,
} from './run-self-test.ts';

const mock = useMockApi();
const list = { kind: 'list' } as const;

async function run(checks: readonly SelfTestCheck[] = selfTestChecks): Promise<SelfTestResult[]> {
  const results: SelfTestResult[] = [];
  await runSelfTest(checks, (result) => results.push(result), new AbortController().signal);
  return results;
}
const findResult = (results: readonly SelfTestResult[], path: string) =>
  results.find(({ check }) => check.path === path);

describe('the self-test', () => {
  it('passes every request of SPEC and all additional ones on this server', async () => {
    await signInAsDemoUser('admin');
    const results = await run();
    expect(results).toHaveLength(selfTestChecks.length);
    const problemResults = results.filter(({ verdict }) => verdict !== 'fine' && verdict !== 'skipped');
    expect(problemResults.map(({ check, status }) => `${check.path} ${status}`)).toEqual([]);
    expect(findResult(results, 'items')).toMatchObject({
      verdict: 'fine',
      status: 200,
      count: 5,
      ms: expect.any(Number),
    });
    expect(findResult(results, 'items/{id}')).toMatchObject({ verdict: 'fine', count: null });
    expect(findResult(results, 'wastage/{id}')).toMatchObject({ verdict: 'skipped', ms: null });
    expect(summarizeResults(results)).toMatchObject({ problems: 0 });
    expect(mock.api.errors).toEqual([]);
  });

  it('distinguishes failures from missing permissions', async () => {
    await signInAsDemoUser('branch');
    mock.api.fail({ fault: '500', match: '/units', times: 1 });
    mock.api.fail({ fault: 'html-200', match: '/taxes', times: 1 });
    const results = await run(
      selfTestChecks.filter(({ path }) => ['units', 'taxes', 'users'].includes(path)),
    );
    expect(results.map(({ check, verdict, status }) => [check.path, verdict, status])).toEqual([
      ['units', 'failed', 500],
      ['taxes', 'failed', null],
      ['users', 'refused', 403],
    ]);
    expect(summarizeResults(results)).toMatchObject({ fine: 0, executed: 3, problems: 2 });
  });

  it('stops when aborted', async () => {
    await signInAsDemoUser('admin');
    const controller = new AbortController();
    let reported = 0;
    await runSelfTest(selfTestChecks, () => (reported += 1) && controller.abort(), controller.signal);
    expect(reported).toBe(1);
  });
});

it.each([
  [[{ _id: 1 }], list, true, 1],
  [{ data: { items: [{ id: 'a' }], total: 40 } }, list, true, 40],
  [[], list, true, 0],
  [['text'], list, false, 1],
  ['Welcome', list, false, null],
  [{ data: { _id: 'a' } }, { kind: 'document' }, true, null],
  [{ name: 'no id' }, { kind: 'document' }, false, null],
  [{ user: { _id: 'a', role: 'admin' } }, { kind: 'object', key: 'role' }, true, null],
  [{}, { kind: 'object', key: 'role' }, false, null],
] as const)('inspects %j', (data, shape, isReadable, count) => {
  expect(inspectResponse(data, shape, null)).toMatchObject({ isReadable, count });
});

it('accepts a server without the additional endpoints', () => {
  const [spec, additional] = [{ group: 'spec' }, { group: 'additional' }] as SelfTestCheck[];
  expect([
    isProblem('missing', spec as SelfTestCheck),
    isProblem('missing', additional as SelfTestCheck),
  ]).toEqual([true, false]);
  expect(isProblem('refused', spec as SelfTestCheck)).toBe(false);
});

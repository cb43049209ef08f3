import { relative } from 'node:path'

import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from 'playwright/types/testReporter'

import { ENGINES, missing } from './engine.ts'
import { SEEN } from './what-is-seen.ts'

const ROOT = process.cwd()

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ')
}

function failure(test: TestCase, { attachments, errors }: TestResult): string {
  const { file, line } = test.location
  const place = relative(ROOT, file)
  const seen = attachments.find(({ name }) => name === SEEN)?.body?.toString()
  const picture = attachments.find(({ contentType }) => contentType === 'image/png')?.path
  const project = test.parent.project()?.name ?? 'desktop'
  return [
    `\n✗ ${test.title}`,
    `  where: ${place}:${line}, ${project}`,
    ...(seen === undefined ? [] : ['  what a person sees:', indent(seen)]),
    ...(picture === undefined ? [] : [`  picture: ${relative(ROOT, picture)}`]),
    indent(errors.map(({ message = '', snippet = '' }) => `${message}\n${snippet}`).join('\n')),
    `  run it alone: npm run test:one -- ${place}:${line}`,
  ].join('\n')
}

/** One line for each failed test's subject, place and command; at the end the number of tests. */
export default class ShopReporter implements Reporter {
  private tests = 0
  /** The engines of this run that are not on this machine, with what to install. */
  private readonly leftOut = new Map<string, string>()

  onBegin(_config: FullConfig, { suites }: Suite): void {
    for (const engine of ENGINES) {
      const reason = missing(engine)
      const isAsked = suites.some(({ title }) => title === engine)
      if (isAsked && reason !== undefined) this.leftOut.set(engine, reason)
    }
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (this.leftOut.has(test.parent.project()?.name ?? '')) return
    this.tests += 1
    if (result.status === 'skipped') console.log(`SKIPPED: ${test.title}`)
    else if (!test.ok()) console.log(failure(test, result))
  }

  onError({ message, stack }: { readonly message?: string; readonly stack?: string }): void {
    console.log(stack ?? message)
  }

  onEnd({ status }: FullResult): void {
    for (const reason of this.leftOut.values()) console.log(reason)
    console.log(`${status}\n${this.tests} tests`)
  }
}

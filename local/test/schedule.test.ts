import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { RunningStage, StageResult } from './running-stage.ts'
import { runStages } from './schedule.ts'
import type { Stage } from './stage.ts'
import { isGreen, notesIn, summary } from './summary.ts'

const stage = (name: string, more: Partial<Stage> = {}): Stage => {
  return { name, job: 'test', command: ['true'], cores: 1, ...more }
}

const result = (name: string, outcome: StageResult['outcome']): StageResult => {
  return { name, outcome, tests: 2, milliseconds: 1500, output: '' }
}

/** Runs stages that end at once, those of `failing` with a failure; returns the results and what began and ended when. */
async function run(stages: readonly Stage[], failing: readonly string[] = []) {
  const moments: string[] = []
  const results = await runStages(stages, {
    cores: 2,
    onResult: ({ name, outcome }) => moments.push(`${name} ${outcome}`),
    start: ({ name }): RunningStage => {
      moments.push(name)
      const ended = result(name, failing.includes(name) ? 'failed' : 'passed')
      return {
        done: Promise.resolve(ended),
        stop: () => Promise.resolve(ended),
      }
    },
  })
  return { moments, outcomes: results.map(({ name, outcome }) => `${name} ${outcome}`) }
}

test('a stage waits for what it needs, and is not run where that has failed', async () => {
  const stages = [stage('c', { after: ['b'] }), stage('b', { after: ['a'] }), stage('a')]
  const waited = await run(stages)
  assert.deepEqual(
    waited.moments.filter((moment) => !moment.includes(' ')),
    ['a', 'b', 'c'],
  )
  const { outcomes } = await run(stages, ['a'])
  assert.deepEqual(outcomes, ['c not run', 'b not run', 'a failed'])
})

test('the last lines count tests and seconds by stage, and name what does not hold', () => {
  const lines = summary([result('unit', 'passed'), result('browsers', 'failed')], 3000).split('\n')
  assert.match(lines.at(1) ?? '', /^✓ unit +2 tests +2 s$/)
  assert.equal(lines.at(-1), 'Not everything holds (browsers): 2 stages, 4 tests, 3 s.')
})

test('a run that left out an engine does not call itself green, and says what to install', () => {
  const reason = 'NOT TRIED IN WEBKIT: Xvfb is missing (Debian: apt-get install xvfb).'
  const halfTried = { ...result('engines', 'passed'), output: `${reason}\n2 tests` }
  const results = [result('unit', 'passed'), halfTried]
  assert.equal(isGreen(results), false)
  assert.deepEqual(summary(results, 3000).split('\n').slice(-2), [
    reason,
    'Not everything was tried (engines): 2 stages, 4 tests, 3 s.',
  ])
  assert.equal(isGreen([result('unit', 'passed')]), true)
})

test('the last lines say again what to install', () => {
  const sentence = 'No Chromium is on this machine: install one.'
  const failed = { ...result('chromium', 'failed'), output: `Fetching …\n${sentence}\n` }
  const lines = summary([failed, result('browsers', 'not run')], 3000).split('\n')
  assert.equal(lines.at(-2), sentence)
})

test('left out tests are named though the stage passed', () => {
  assert.deepEqual(notesIn('....\nSKIPPED: no Java\n!!! NOT TRIED IN WEBKIT\n2 tests'), [
    'SKIPPED: no Java',
    '!!! NOT TRIED IN WEBKIT',
  ])
})

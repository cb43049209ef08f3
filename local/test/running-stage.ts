import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

import type { Stage } from './stage.ts'

/** Result of a stage: its test count, milliseconds, seconds of processor (Linux only) and output. */
export type StageResult = {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'not run'
  readonly tests: number | undefined
  readonly milliseconds: number
  readonly processorSeconds?: number | undefined
  readonly output: string
}

/** A stage whose command runs. */
export type RunningStage = {
  /** Resolves when the command has ended, or for a stage that serves others when it is ready. */
  readonly done: Promise<StageResult>
  /** Ends it if it still runs; resolves with how it ended. */
  readonly stop: () => Promise<StageResult>
}

const { PRIORITY_BELOW_NORMAL: BELOW_NORMAL } = constants.priority

function testsIn(output: string): number | undefined {
  const count = output
    .matchAll(/^(\d+) tests$/gm)
    .toArray()
    .at(-1)?.[1]
  return count === undefined ? undefined : Number(count)
}

const TICKS_PER_SECOND = 100
let counted = 0

/** Processor seconds of the commands that have ended since the last call. */
function processorSeconds(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ')
  const ticks = Number(afterName?.[13]) + Number(afterName?.[14])
  const seconds = (ticks - counted) / TICKS_PER_SECOND
  counted = ticks
  return seconds
}

function waitForEnd(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Starts the command of a stage. */
export function startStage({ name, command, env, ready, isPatient, isHeard }: Stage): RunningStage {
  const began = performance.now()
  const [program = 'node', ...words] = command
  const child = spawn(program, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (isPatient && child.pid !== undefined) setPriority(child.pid, BELOW_NORMAL)
  let output = ''
  const result = (outcome: StageResult['outcome']): StageResult => {
    const milliseconds = performance.now() - began
    return { name, outcome, tests: testsIn(output), milliseconds, output }
  }
  const isReady = new Promise<StageResult>((resolve) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      if (ready?.test(output)) resolve(result('passed'))
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
  })
  if (isHeard) child.stdout.pipe(process.stdout, { end: false })
  child.once('error', ({ message }) => (output += message))
  const isOver = waitForEnd(child).then((code) => {
    const ended = result(code === 0 ? 'passed' : 'failed')
    return { ...ended, processorSeconds: processorSeconds() }
  })
  return {
    done: Promise.race([isReady, isOver]),
    stop: () => {
      child.kill('SIGTERM')
      return isOver
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** One process of the laptop's shop: how it is started and the line by which it says that it is ready. */
export type ProcessPlan = {
  readonly name: string
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly ready: RegExp
  /** Also prints the output here. */
  readonly shownOn?: NodeJS.WritableStream
}

/** A running service process. */
export type RunningProcess = {
  readonly name: string
  readonly pid: number | undefined
  /** Resolves when the service has ended by itself or by `stop`. */
  readonly ended: Promise<void>
  /** The last lines it wrote. */
  readonly lastOutput: () => string
  /** Asks it to stop, and ends it when it has not after the grace time in milliseconds. */
  readonly stop: (grace: number) => Promise<void>
}

const LINES_KEPT = 40

function keepLines(
  child: ChildProcess,
  log: string,
  shownOn?: NodeJS.WritableStream,
): { lines: string[]; onLine: Set<(line: string) => void> } {
  const lines: string[] = []
  const onLine = new Set<(line: string) => void>()
  const file = createWriteStream(log, { flags: 'a' })
  const take = (chunk: Buffer) => {
    file.write(chunk)
    shownOn?.write(chunk)
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      lines.push(line)
      if (lines.length > LINES_KEPT) lines.shift()
      for (const listen of onLine) listen(line)
    }
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  return { lines, onLine }
}

async function stopChild(child: ChildProcess, ended: Promise<void>, grace: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), grace)
  await ended
  clearTimeout(timer)
}

/**
 * Starts a service, passes it to `running`, and waits until ready. Throws with its output on exit
 * or after three minutes.
 */
export async function startProcess(
  plan: ProcessPlan,
  logs: string,
  running: RunningProcess[],
): Promise<RunningProcess> {
  mkdirSync(logs, { recursive: true })
  const [command = 'node', ...words] = plan.command
  const child = spawn(command, words, {
    env: plan.env,
    cwd: plan.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { lines, onLine } = keepLines(child, join(logs, `${plan.name}.log`), plan.shownOn)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      lines.push(error.message)
      resolve()
    })
  })
  const service: RunningProcess = {
    name: plan.name,
    pid: child.pid,
    ended,
    lastOutput: () => lines.join('\n'),
    stop: (grace) => stopChild(child, ended, grace),
  }
  running.push(service)
  await untilReady(service, plan.ready, onLine)
  return service
}

async function untilReady(
  service: RunningProcess,
  ready: RegExp,
  onLine: Set<(line: string) => void>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const said = new Promise<'ready'>((resolve) => {
    onLine.add((line) => ready.test(line) && resolve('ready'))
  })
  const over = service.ended.then(() => 'ended' as const)
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), 180_000)
  })
  const outcome = await Promise.race([said, over, late])
  clearTimeout(timer)
  onLine.clear()
  if (outcome === 'ready') return
  await service.stop(1000)
  const why = outcome === 'late' ? 'is not ready after three minutes' : 'ended at its start'
  throw new Error(`${service.name} ${why}:\n${service.lastOutput()}`)
}

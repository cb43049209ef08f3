import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { z } from 'zod'

import { type Engine, MINI_BROWSER } from '../../e2e/support/engine.ts'
import { CALL_TIMEOUT } from '../../e2e/support/time-limits.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { freePort } from '../../packages/stand-in/ports.ts'

const answerSchema = z.object({ value: z.unknown() })
const failureSchema = z.object({ error: z.string(), message: z.string() })

/** Calls WebDriver (W3C). An answer that it calls an error is thrown. */
async function call<Answer>(
  url: string,
  method: 'GET' | 'POST' | 'DELETE',
  answer: z.ZodType<Answer>,
  body: object = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(CALL_TIMEOUT),
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = answerSchema.parse(await response.json())
  const failure = failureSchema.safeParse(value)
  if (!response.ok && failure.success) {
    throw new Error(`${method} ${url}: ${failure.data.error}, ${failure.data.message}`)
  }
  return answer.parse(value)
}

// Polls the driver, which does not report readiness.
async function untilReady(driver: string, tries = 100): Promise<void> {
  const answers = await fetch(`${driver}/status`).then(
    (response) => response.ok,
    () => false,
  )
  if (answers) return
  if (tries === 0) throw new Error('WebKitWebDriver did not start.')
  await setTimeout(50)
  return untilReady(driver, tries - 1)
}

/** A screen without glass, a manager that gives windows their sizes, and the driver on that screen. */
async function startDriver(logs: string, running: RunningProcess[]): Promise<string> {
  const port = await freePort('the driver', 4444)
  const screen = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const env = { ...process.env, LANG: 'C.UTF-8', LANGUAGE: 'zh_TW', TZ: 'Asia/Taipei' }
  const start = (name: string, command: string[], ready: RegExp, display?: string) =>
    startProcess({ name, command, ready, env: { ...env, DISPLAY: display } }, logs, running)
  const xvfb = await start('screen', ['Xvfb', ...screen], /^\d+$/)
  const display = `:${/^\d+$/m.exec(xvfb.lastOutput())?.[0]}`
  const both = `openbox & exec WebKitWebDriver --port=${port}`
  await start('driver', ['sh', '-c', `echo started; ${both}`], /^started$/, display)
  const driver = `http://127.0.0.1:${port}`
  await untilReady(driver)
  return driver
}

const NOTHING = z.null()
const sessionSchema = z.object({ sessionId: z.string() })

/** Starts WebKit, the engine of every iPhone, as Debian packs it, with a phone's window. */
export async function startWebkit(): Promise<Engine> {
  const logs = await mkdtemp(join(tmpdir(), 'ourtee-webkit-'))
  const running: RunningProcess[] = []
  const stopAll = async () => {
    await Promise.all(running.map((service) => service.stop(2000)))
    await rm(logs, { recursive: true, force: true })
  }
  try {
    const driver = await startDriver(logs, running)
    const browser = { binary: MINI_BROWSER, args: ['--automation'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } }
    const { sessionId } = await call(`${driver}/session`, 'POST', sessionSchema, { capabilities })
    const session = `${driver}/session/${sessionId}`
    await call(`${session}/window/rect`, 'POST', z.unknown(), { width: 390, height: 844 })
    return engineOf(session, stopAll)
  } catch (error) {
    await stopAll()
    throw error
  }
}

function engineOf(session: string, stopAll: () => Promise<void>): Engine {
  const post = async (command: string, body: object) => {
    await call(`${session}/${command}`, 'POST', NOTHING, body)
  }
  return {
    open: (url) => post('url', { url }),
    evaluate: (expression) =>
      call(`${session}/execute/sync`, 'POST', z.string(), {
        script: `return String(${expression})`,
        args: [],
      }),
    perform: (actions) => post('actions', { actions }),
    windows: () => call(`${session}/window/handles`, 'GET', z.array(z.string())),
    switchTo: (handle) => post('window', { handle }),
    screenshot: async () =>
      Buffer.from(await call(`${session}/screenshot`, 'GET', z.string()), 'base64'),
    complaints: () => [],
    close: async () => {
      await call(session, 'DELETE', z.unknown())
      await stopAll()
    },
  }
}

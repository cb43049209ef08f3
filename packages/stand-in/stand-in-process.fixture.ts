import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A stand-in of this folder as its own process, with an empty folder of data that `close` removes. */
export class StandInProcess {
  /** Its address, once started. */
  base = ''
  readonly flags: string[]
  private readonly name: string
  private readonly data: string
  private child: ChildProcess | undefined

  /** `name` is the stand-in's folder, and the first word that it prints. */
  constructor(name: 'ecpay' | 'line-pay' | 'paypal', flags: readonly string[]) {
    this.name = name
    this.flags = [...flags]
    this.data = mkdtempSync(join(tmpdir(), `${name}-`))
  }

  async start(): Promise<void> {
    const server = join(import.meta.dirname, '..', this.name, 'server.ts')
    const child = spawn(process.execPath, [server, '--data', this.data, ...this.flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'development' },
    })
    this.child = child
    const lines = createInterface({ input: child.stdout })
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${this.name} ended with ${code} before it was ready.`)
    })
    // Once it is ready, its end is no failure.
    ended.catch(() => undefined)
    const ready = once(lines, 'line', { signal: AbortSignal.timeout(600_000) })
    const [first]: unknown[] = await Promise.race([ready, ended])
    this.base = String(first).replace(`${this.name} `, '')
  }

  /** Ends the process. Returns its exit code, null when the signal killed it. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.child === undefined || this.child.exitCode !== null) return null
    const ended = once(this.child, 'exit')
    this.child.kill(signal)
    await ended
    return this.child.exitCode
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.data, { recursive: true, force: true })
  }

  /** A call to the remote control. Throws when it is refused. */
  async control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const sent = body === undefined ? null : JSON.stringify(body)
    const response = await fetch(`${this.base}/_local${path}`, { method, body: sent })
    const answered: unknown = await response.json()
    if (response.status === 200) return Object(answered)
    throw new Error(`${path}: ${response.status} ${JSON.stringify(answered)}`)
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** What Node keeps of JavaScript's objects, in MiB; with code and buffers the server then holds some 500. */
const HEAP = 384

/**
 * The environment of a server whose memory stays bounded: on a machine with much of it, Node would let garbage grow past
 * half a gibibyte. A limit that the environment sets already is kept.
 */
export function withBoundedHeap(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: options = '' } = env
  if (options.includes('--max-old-space-size')) return env
  return { ...env, NODE_OPTIONS: `${options} --max-old-space-size=${HEAP}`.trim() }
}

/** Listen address: this machine only, behind a proxy, unless HOST is set. */
const HOST = process.env.HOST || '127.0.0.1'
const PORT = Number(process.env.PORT || 3000)

/** How many higher ports are tried. */
const NEXT_PORTS = 100

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, HOST)
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

async function nextFree(): Promise<number | undefined> {
  for (let port = PORT + 1; port <= PORT + NEXT_PORTS; port += 1) {
    if (await isFree(port)) return port
  }
  return undefined
}

async function start(): Promise<void> {
  if (await isFree(PORT)) {
    const words = ['start', '-H', HOST, '-p', String(PORT), ...process.argv.slice(2)]
    const next = spawn('next', words, { stdio: 'inherit', env: withBoundedHeap(process.env) })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => next.kill(signal))
    }
    next.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  } else {
    const free = await nextFree()
    const advice = free === undefined ? '' : ` ${free} is free: PORT=${free} npm start.`
    console.error(`Port ${PORT} at ${HOST} is taken.${advice}`)
    process.exitCode = 1
  }
}

if (import.meta.main) await start()

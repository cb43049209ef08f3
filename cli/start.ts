import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

import { withBoundedHeap } from './server-memory.ts'

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

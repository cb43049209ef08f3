import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

/** Tried one after the other. */
const PORTS_TRIED = 200
/** In milliseconds: so long a port that was returned waits for its server. */
const RESERVED_FOR = 30_000

const reserved = new Set<number>()

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    // Without a host it takes the port on every address, so that a server on any of them is noticed.
    server.listen(port)
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/**
 * Returns the first free port from `wanted` on, and reports another one. Reserves it for a few
 * seconds.
 */
export async function freePort(name: string, wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + PORTS_TRIED; port += 1) {
    if (reserved.has(port)) continue
    // Before the first wait, so that two calls at once get two ports.
    reserved.add(port)
    if (!(await isFree(port))) {
      reserved.delete(port)
      continue
    }
    setTimeout(() => reserved.delete(port), RESERVED_FOR).unref()
    if (port !== wanted) console.log(`Port ${wanted} is taken: ${name} uses ${port}.`)
    return port
  }
  throw new Error(`No port from ${wanted} on is free for ${name}.`)
}

/** In milliseconds: so long a connection stays open between two requests. */
const IDLE_WITHIN = 300_000

/** Starts a server on this machine only, on a free port for 0. Returns its address. */
export async function listen(server: Server, port = 0): Promise<string> {
  // A busy client would else send its next request into a connection that ends at that moment.
  server.keepAliveTimeout = IDLE_WITHIN
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
}

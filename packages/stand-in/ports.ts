import { once } from 'node:events'
import type { Server } from 'node:http'

import getPort, { portNumbers } from 'get-port'

/**
 * Returns the first free port from `wanted` on, and reports another one. Reserves it for a few
 * seconds.
 */
export async function freePort(name: string, wanted: number): Promise<number> {
  const port = await getPort({ port: portNumbers(wanted, wanted + 199) })
  if (port !== wanted) console.log(`Port ${wanted} is taken: ${name} uses ${port}.`)
  return port
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

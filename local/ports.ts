import { createServer } from 'node:net'

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ port, host }, () => server.close(() => resolve(true)))
  })
}

/** The first port from `wanted` on that is free on this machine, in IPv4 and IPv6; says so when it is not the wanted one. */
export async function freePort(name: string, wanted: number, taken: Set<number>): Promise<number> {
  for (let port = wanted; port < wanted + 200; port += 1) {
    if (taken.has(port)) continue
    const isOpen = (await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))
    if (!isOpen) continue
    if (port !== wanted) console.log(`Port ${wanted} is taken: ${name} uses ${port}.`)
    taken.add(port)
    return port
  }
  throw new Error(`No free port for ${name} between ${wanted} and ${wanted + 199}.`)
}

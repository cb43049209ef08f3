import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line to a server whose connections can fall silent: they stay open, and nothing comes through any more. */
export type Line = {
  readonly address: string
  /** Silences the connections of now, and with `all` those of the future too. */
  readonly silence: (which: 'present' | 'all') => void
  readonly restore: () => void
  readonly close: () => void
}

/** Opens a line to a server at `target` (host and port). */
export async function openLine(target: string): Promise<Line> {
  const [host, port] = target.split(':')
  const silent = new WeakSet<Socket>()
  const open = new Set<Socket>()
  let isSilent = false
  const server = createServer((socket) => {
    const upstream = connect(Number(port), host)
    open.add(socket)
    if (isSilent) silent.add(socket)
    const pass = (to: Socket) => (bytes: Buffer) => {
      if (!silent.has(socket)) to.write(bytes)
    }
    socket.on('data', pass(upstream)).on('error', () => {})
    upstream.on('data', pass(socket)).on('error', () => {})
    upstream.on('close', () => {
      if (!silent.has(socket)) socket.destroy()
    })
    socket.on('close', () => {
      open.delete(socket)
      upstream.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return {
    address: `127.0.0.1:${address.port}`,
    silence: (which) => {
      isSilent = which === 'all'
      for (const socket of open) silent.add(socket)
    },
    restore: () => {
      isSilent = false
    },
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a service that can be shut: then nothing comes through and nothing is answered, as when a network swallows everything. */
export type Gate = {
  readonly port: number
  readonly shut: () => void
  readonly open: () => void
  readonly stop: () => Promise<void>
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

function join(from: Socket, to: Socket): void {
  from.on('data', (chunk) => to.write(chunk))
  from.on('close', () => to.destroy())
  from.on('error', () => to.destroy())
}

/** An open gate to a service on this machine. */
export async function startGate(target: number): Promise<Gate> {
  const sockets = new Set<Socket>()
  let isShut = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    join(near, far)
    join(far, near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      if (isShut) socket.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server.address()),
    shut: () => {
      isShut = true
      for (const socket of sockets) socket.pause()
    },
    open: () => {
      isShut = false
      for (const socket of sockets) socket.resume()
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type RunningProcess, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { addresses } from './addresses.ts'
import { test as base } from './shop.ts'

/** A connection to a service that a test can close: then nothing gets through. */
type Gate = {
  readonly port: number
  readonly shut: () => void
  readonly open: () => void
  readonly stop: () => Promise<void>
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

function pass(from: Socket, to: Socket): void {
  from.on('data', (chunk) => to.write(chunk))
  from.on('close', () => to.destroy())
  from.on('error', () => to.destroy())
}

// An open gate to a service on this machine.
async function startGate(target: number): Promise<Gate> {
  const sockets = new Set<Socket>()
  let isShut = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    pass(near, far)
    pass(far, near)
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

/** A separate shop whose connections to the stand-ins can be closed. */
export type GatedShop = {
  readonly shop: string
  readonly firestore: Gate
  readonly firebase: Gate
  readonly paypal: Gate
  /** All that this shop has written to its log. */
  readonly log: () => string
}

const local = ({ port }: Gate) => `127.0.0.1:${port}`
const portIn = (address: string) => Number(address.slice(address.lastIndexOf(':') + 1))

async function withGatedShop(use: (gated: GatedShop) => Promise<void>): Promise<void> {
  const at = addresses()
  const gates = await Promise.all([at.firestore, at.auth, at.paypal].map(portIn).map(startGate))
  const [firestore, firebase, paypal] = gates
  if (!firestore || !firebase || !paypal) throw new Error('A gate is missing')
  const logs = await mkdtemp(join(tmpdir(), 'ourtee-gated-'))
  const running: RunningProcess[] = []
  const shop = `http://localhost:${await freePort('a shop behind gates', 3260)}`
  const gated = {
    ...at,
    shop,
    firestore: local(firestore),
    auth: `http://${local(firebase)}`,
    paypal: `http://${local(paypal)}`,
  }
  try {
    await startProcess(shopPlan(gated, false), logs, running)
    const log = () => readFileSync(join(logs, 'shop.log'), 'utf8')
    await use({ shop, firestore, firebase, paypal, log })
  } finally {
    await Promise.all(running.map((service) => service.stop(2000)))
    await Promise.all(gates.map((gate) => gate.stop()))
    await rm(logs, { recursive: true, force: true })
  }
}

/** A test in such a shop, with all gates open at first; each worker has one. */
export const test = base.extend<object, { gated: GatedShop }>({
  gated: [async ({ browserName: _any }, use) => withGatedShop(use), { scope: 'worker' }],
  baseURL: async ({ gated }, use) => use(gated.shop),
})

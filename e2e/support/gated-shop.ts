import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type RunningProcess, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../local/ports.ts'
import { addresses } from './addresses.ts'
import { type Gate, startGate } from './gate.ts'
import { test as base } from './shop.ts'

/** A shop of its own whose ways to the stand-ins of all tests can be shut. */
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
  const shop = `http://localhost:${await freePort('a shop behind gates', 3260, new Set())}`
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

/** A test in a shop behind gates, all of them open at first; one such shop a worker. */
export const test = base.extend<object, { gated: GatedShop }>({
  gated: [async ({ browserName: _any }, use) => withGatedShop(use), { scope: 'worker' }],
  baseURL: async ({ gated }, use) => use(gated.shop),
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Addresses, processEnvironment } from '../../local/environment.ts'
import { type RunningProcess, type ProcessPlan, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { addresses } from './addresses.ts'

/** A shop of a test's own, with a Firestore that can be killed; sign-in and PayPal are those of all tests. */
export type OwnShop = {
  readonly at: Addresses
  /** Ends Firestore as a power cut would, and starts it again on the same data. */
  readonly restartFirestore: () => Promise<void>
  /** Starts another instance of the same build on the same Firestore, and returns its address. */
  readonly startAnother: () => Promise<string>
  readonly stop: () => Promise<void>
}

function firestorePlan(at: Addresses, data: string): ProcessPlan {
  const port = at.firestore.slice(at.firestore.lastIndexOf(':') + 1)
  const server = join(import.meta.dirname, '..', '..', 'packages', 'firestore', 'server.ts')
  return {
    name: 'firestore',
    command: ['node', server, '--port', port, '--data', join(data, 'firestore')],
    ready: /^firestore /,
    env: processEnvironment(),
  }
}

/** Starts a shop on ports from `firstPort`; `more` and `settings` apply to it only. */
export async function startOwnShop(
  firstPort: number,
  more: Partial<Addresses> = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnShop> {
  const shop = `http://localhost:${await freePort('a shop of its own', firstPort)}`
  const firestore = `127.0.0.1:${await freePort('its Firestore', firstPort + 1)}`
  const at = { ...addresses(), shop, firestore, ...more }
  const data = await mkdtemp(join(tmpdir(), 'ourtee-'))
  const running: RunningProcess[] = []
  const start = (plan: ProcessPlan) => startProcess(plan, join(data, 'logs'), running)
  let database = await start(firestorePlan(at, data))
  const plan = shopPlan(at, false)
  await start({ ...plan, env: { ...plan.env, ...settings } })
  return {
    at,
    restartFirestore: async () => {
      if (database.pid !== undefined) process.kill(database.pid, 'SIGKILL')
      await database.ended
      database = await start(firestorePlan(at, data))
    },
    startAnother: async () => {
      const another = `http://localhost:${await freePort('another instance', firstPort + 2)}`
      await start({ ...shopPlan({ ...at, shop: another }, false), name: 'another' })
      return another
    },
    stop: async () => {
      await Promise.all(running.map((service) => service.stop(2000)))
      await rm(data, { recursive: true, force: true })
    },
  }
}

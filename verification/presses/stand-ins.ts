import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Addresses, shopEnvironment } from '../../local/environment.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { chooseAddresses, standInPlans } from '../../local/services.ts'

const USUAL_PORT = 3000
const NEEDED = new Set(['firestore', 'paypal', 'line-pay'])
const GRACE = 2000

/** The stand-ins that a payment needs, without a shop. */
export type PaymentStandIns = { readonly at: Addresses; readonly stop: () => Promise<void> }

/**
 * Starts Firestore with production's locks and both payment providers on ports from `firstPort`, of
 * which each file has its own, and sets this process's settings to them.
 */
export async function startPaymentStandIns(firstPort: number): Promise<PaymentStandIns> {
  delete process.env.FIRESTORE_EMULATOR_HOST
  const at = await chooseAddresses(firstPort, { away: firstPort - USUAL_PORT, linePay: true })
  const data = await mkdtemp(join(tmpdir(), 'ourtee-presses-'))
  const started: RunningProcess[] = []
  for (const plan of standInPlans(at, data).filter(({ name }) => NEEDED.has(name))) {
    const locking = plan.name === 'firestore' ? ['--contention', 'shared'] : []
    const command = [...plan.command, ...locking]
    await startProcess({ ...plan, command }, join(data, 'logs'), started)
  }
  Object.assign(process.env, shopEnvironment(at), { METADATA_SERVER_DETECTION: 'none' })
  return {
    at,
    stop: async () => {
      await Promise.all(started.map((part) => part.stop(GRACE)))
      await rm(data, { recursive: true, force: true })
    },
  }
}

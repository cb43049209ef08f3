import { join } from 'node:path'

import { type RunningProcess, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../local/ports.ts'
import { addresses } from './addresses.ts'
import { type CountingFirestore, startCountingFirestore } from './counting-firestore.ts'

const LOGS = join(import.meta.dirname, '..', '..', '.local', 'test', 'logs')

/** Runs a shop of its own, on a port from `firstPort` on, whose calls to Firestore are counted, for as long as `use` takes. */
export async function withCountedShop<T>(
  firstPort: number,
  use: (shop: string, take: CountingFirestore['take']) => Promise<T>,
): Promise<T> {
  const firestore = await startCountingFirestore(addresses().firestore)
  const running: RunningProcess[] = []
  try {
    const port = await freePort('a shop that is counted', firstPort, new Set())
    const shop = `http://localhost:${port}`
    const at = { ...addresses(), shop, firestore: firestore.address }
    await startProcess(shopPlan(at, false), LOGS, running)
    return await use(shop, firestore.take)
  } finally {
    await Promise.all(running.map((service) => service.stop(2000)))
    await firestore.stop()
  }
}

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildEnvironment } from '../../local/environment.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../local/ports.ts'
import { addresses } from './addresses.ts'
import { makeShopOf } from '../../bench/many-things.ts'
import { FIXTURE_CONTENT } from './fixture-content.ts'

/** Where the other shop's analytics script would be; nobody is there. */
export const ANALYTICS = 'https://stats.example/script.js'

/** A running shop of other content and settings. */
export type OtherShop = { readonly shop: string; readonly stop: () => Promise<void> }

/**
 * Builds and starts a shop without articles, with one shirt whose pre-order is over, and with an
 * analytics script. Sign-in, Firestore and PayPal are those of all tests.
 */
export async function startOtherShop(): Promise<OtherShop> {
  const folder = makeShopOf(0)
  const shirt = join(folder, FIXTURE_CONTENT, 'products', 'otr-001.md')
  const words = readFileSync(shirt, 'utf8')
  writeFileSync(shirt, words.replaceAll(/2099-(02-28|03-31)/g, '2026-$1'))
  const settings = {
    ...buildEnvironment(),
    NEXT_PUBLIC_ANALYTICS_SRC: ANALYTICS,
    NEXT_PUBLIC_ANALYTICS_ATTRIBUTES: 'data-website-id=94db1cb1',
    NEXT_PUBLIC_ANALYTICS_HOSTS: 'https://collect.example',
  }
  const { status, stderr } = spawnSync('next', ['build'], {
    cwd: folder,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The other shop was not built:\n${stderr}`)
  const port = await freePort('the other shop', 3700)
  const at = { ...addresses(), shop: `http://localhost:${port}` }
  const { command, ...plan } = shopPlan(at, false)
  const [next = '', start = '', ...options] = command
  const running: RunningProcess[] = []
  const logs = join(folder, '..', '..', 'test', 'logs')
  await startProcess(
    { ...plan, name: 'other', command: [next, start, folder, ...options] },
    logs,
    running,
  )
  return {
    shop: at.shop,
    stop: async () => {
      await Promise.all(running.map((service) => service.stop(2000)))
    },
  }
}

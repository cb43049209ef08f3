import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Addresses, buildEnvironment, LINE_PAY } from '../../local/environment.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { makeShopOf } from '../../verification/bench/many-things.ts'
import { addresses } from './addresses.ts'
import { FIXTURE_CONTENT } from './fixture-content.ts'
import { makePages, runInCopy } from './shop-copy.ts'

/** Address of the other shop's analytics script, Google's; tests answer in its place. */
export const ANALYTICS = 'https://www.googletagmanager.com/gtag/js?id=G-ABC123'

/** A running shop of other content and settings, and the folder of its build. */
export type OtherShop = {
  readonly shop: string
  readonly folder: string
  readonly stop: () => Promise<void>
}

/**
 * A copy of the shop without articles, with one shirt whose pre-order is over and whose goods are
 * not here; answers its folder.
 */
function copyOtherShop(name: string): string {
  const folder = makeShopOf(0, name)
  const shirt = join(folder, FIXTURE_CONTENT, 'products', 'otr-001.md')
  const text = readFileSync(shirt, 'utf8')
  writeFileSync(shirt, text.replaceAll('2099-02-28', '2026-02-28'))
  return folder
}

/** Starts a shop of that content. Sign-in, Firestore and PayPal are those of all tests. */
export async function startShopOfOtherContent(): Promise<OtherShop> {
  const folder = copyOtherShop('other-content')
  await makePages(folder, FIXTURE_CONTENT)
  return serve(folder, {})
}

/** Another trade than that of the shop of the other tests. */
function changeTrade(folder: string): void {
  const file = join(folder, FIXTURE_CONTENT, 'info', 'trade.md')
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^delivery_fee: .*$/m, 'delivery_fee: 95'],
    [/^free_delivery_from: .*$/m, 'free_delivery_from: 5000'],
    [/^most_pieces: .*$/m, 'most_pieces: 3'],
    [/^company: .*$/m, 'company: 別家衣物有限公司'],
    [/^email: .*$/m, 'email: other@ourtee.example'],
    [/^hours: .*$/m, 'hours: 每日 10:00–19:00'],
  ]
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    changes.reduce((label, [from, to]) => label.replace(from, to), text),
  )
}

/**
 * Builds and starts such a shop with an analytics script, LINE Pay beside PayPal and another trade: settings and numbers
 * that a build fixes.
 */
export async function startShopOfOtherSettings(): Promise<OtherShop> {
  const folder = copyOtherShop('other-settings')
  changeTrade(folder)
  await runInCopy(folder, ['next', 'build'], {
    ...buildEnvironment(),
    LINE_PAY_CHANNEL_ID: LINE_PAY.channelId,
    NEXT_PUBLIC_ANALYTICS_SRC: ANALYTICS,
    NEXT_PUBLIC_ANALYTICS_ATTRIBUTES: 'data-website-id=94db1cb1',
    NEXT_PUBLIC_ANALYTICS_HOSTS: 'https://collect.example',
  })
  // Nothing listens at this address, since no test pays here.
  return serve(folder, { linePay: 'http://127.0.0.1:9' })
}

async function serve(folder: string, more: Partial<Addresses>): Promise<OtherShop> {
  const port = await freePort('the other shop', 3700)
  const at = { ...addresses(), ...more, shop: `http://localhost:${port}` }
  const running: RunningProcess[] = []
  const plan = { ...shopPlan(at, false), name: 'other', cwd: folder }
  await startProcess(plan, join(folder, 'logs'), running)
  return {
    shop: at.shop,
    folder,
    stop: async () => {
      await Promise.all(running.map((service) => service.stop(2000)))
    },
  }
}

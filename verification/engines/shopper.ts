import { test as base } from 'playwright/test'

import { addresses } from '../../e2e/support/addresses.ts'
import { type Engine, type EngineName, missing } from '../../e2e/support/engine.ts'
import { type LinePayShop, withLinePayShop } from '../../e2e/support/line-pay-shop.ts'
import { startFirefox } from './firefox.ts'
import { type Visitor, visitor } from './visitor.ts'
import { startWebkit } from './webkit.ts'

const START = { webkit: startWebkit, firefox: startFirefox } as const

/** A test in an engine; with `own`, it gets a second shop with LINE Pay. */
export const test = base.extend<
  { engineName: EngineName; engine: Engine; shopper: Visitor },
  { own: LinePayShop }
>({
  engineName: ['webkit', { option: true }],
  own: [
    async ({ browserName: _any }, use, worker) => withLinePayShop(use, worker),
    { scope: 'worker' },
  ],
  engine: async ({ engineName }, use, testInfo) => {
    const reason = missing(engineName)
    testInfo.skip(reason !== undefined, reason)
    const engine = await START[engineName]()
    await use(engine)
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = await engine.screenshot()
      await testInfo.attach('the window', { body, contentType: 'image/png' })
    }
    await engine.close()
    expect(engine.complaints().filter((text) => !LEFT.test(text))).toEqual([])
  },
  shopper: async ({ engine }, use) => {
    await use(visitor(engine, addresses().shop))
  },
})

export const { expect } = base

// A page that is left ends what it still reads; a face of letters says so by the status of a binding that was aborted.
const LEFT = /Error in input stream|download failed.*status=2152398850/

import { syncBuiltinESMExports } from 'node:module'
import { after, mock } from 'node:test'
import timers from 'node:timers/promises'

import { LAPTOP } from '#lib/settings/laptop.fixture.ts'
import { EcpayStandIn, PAYMENT } from './stand-in.fixture.ts'

/** The one stand-in of the tests of payments: the settings that name it are read once a process, which tests share. */
export const stand = new EcpayStandIn()
await stand.start()
after(() => stand.close())

// A laptop's settings, whose ECPay is the stand-in.
Object.assign(process.env, {
  ...LAPTOP,
  ECPAY_PAYMENT_MERCHANT_ID: PAYMENT.merchantId,
  ECPAY_PAYMENT_KEY: PAYMENT.key,
  ECPAY_PAYMENT_IV: PAYMENT.iv,
  ECPAY_PAYMENT_METHODS: 'card,atm,cvs',
  ECPAY_PAYMENT_BASE: stand.address(),
  ECPAY_PAYMENT_CODE_BASE: stand.address(),
})
delete process.env['FIREBASE_PRIVATE_KEY']
delete process.env['GOOGLE_APPLICATION_CREDENTIALS']

/**
 * Lets the shop's calls to ECPay take their turn at once: two of them begin 200 ms apart, which is nearly all that their
 * tests would take. Returns what ends that, and who would have waited how long.
 */
export function hurryTurns(): {
  readonly restore: () => void
  readonly waits: () => readonly unknown[]
} {
  const hurried = mock.method(timers, 'setTimeout', async () => undefined)
  // Modules that import it by name have it at once.
  syncBuiltinESMExports()
  return {
    waits: () => hurried.mock.calls.map((call) => call.arguments[0]),
    restore: () => {
      hurried.mock.restore()
      syncBuiltinESMExports()
    },
  }
}

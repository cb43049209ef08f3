import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { EcpayStandIn } from '#lib/adapters/ecpay/stand-in.fixture.ts'
import { checksText, isComplete } from './check.ts'
import { verifyInvoices, verifyParcels, verifyPayments } from './verify-ecpay.ts'

const ecpay = new EcpayStandIn()
const ALL = { paypal: 'sandbox', methods: ['ecpay-card', 'atm', 'cvs'] } as const
const NOW = new Date('2026-11-23T02:00:00Z')
before(async () => {
  await ecpay.start()
  await ecpay.control('POST', '/clock', { at: NOW.toISOString() })
})
after(() => ecpay.close())

test('an account that gives stores and has invoice numbers is in order', async () => {
  const all = [
    ...(await verifyParcels(ecpay.logistics())),
    ...(await verifyInvoices(ecpay.invoices(), NOW)),
    ...(await verifyPayments(ecpay.payments(), ALL)),
  ]
  assert.equal(isComplete(all), true, checksText(all))
})

test('keys of another account are named in one sentence each', async () => {
  const wrong = { key: 'another-key-1234' }
  const parcels = checksText(await verifyParcels({ ...ecpay.logistics(), ...wrong }))
  assert.match(parcels, /Set ECPAY_LOGISTICS_MERCHANT_ID.+CheckMacValue Error/)
  const invoices = checksText(await verifyInvoices({ ...ecpay.invoices(), ...wrong }, NOW))
  assert.match(invoices, /Set ECPAY_INVOICE_MERCHANT_ID/)
})

test('keys that the cashier does not know are named, as is a PayPal that takes no real money', async () => {
  const wrong = { ...ecpay.payments(), key: 'another-key-1234' }
  assert.match(checksText(await verifyPayments(wrong, ALL)), /Set ECPAY_PAYMENT_MERCHANT_ID.+金流/)
  const nobody = { ...ecpay.payments(), base: 'http://127.0.0.1:1' }
  assert.match(checksText(await verifyPayments(nobody, ALL)), /gave no answer \(TypeError\)/)
})

test('who makes refunds of cards is reported, and where the shop does, ECPay is asked for a charge that cannot be', async () => {
  const [, byHand] = await verifyPayments(ecpay.payments(), { paypal: 'sandbox' })
  assert.deepEqual([byHand?.name, byHand?.state], ['ECPay refunds of cards', 'unseen'])
  assert.match(checksText(byHand ? [byHand] : []), /until ECPAY_PAYMENT_REFUNDS=1/)
  const sends = { paypal: 'sandbox', sendsRefunds: true } as const
  const [, good] = await verifyPayments(ecpay.payments(), sends)
  assert.deepEqual(good, { name: 'ECPay refunds of cards', state: 'good' })
  const wrong = { ...ecpay.payments(), iv: 'another-iv-12345' }
  const [, refused] = await verifyPayments(wrong, sends)
  assert.match(checksText(refused ? [refused] : []), /Set ECPAY_PAYMENT_MERCHANT_ID.+金流/)
})

test('the numbers of the next period are asked for from the 20th on', async () => {
  const december = new Date('2026-12-20T02:00:00Z')
  await ecpay.control('POST', '/clock', { at: december.toISOString() })
  const said = checksText(await verifyInvoices(ecpay.invoices(), december))
  assert.match(said, /Enable the next period's invoice numbers/)
})

test('an address that is shut out is asked to wait', async () => {
  await ecpay.control('POST', '/faults', { name: 'forbidden', delayMs: 60_000 })
  assert.match(checksText(await verifyParcels(ecpay.logistics())), /Wait for half an hour/)
})

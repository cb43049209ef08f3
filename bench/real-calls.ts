// Runs one purchase, a refund of a part and the shipping in this process against stand-ins; prints the files that each call ran, as JSON.
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'

import type { FullAccount } from '#lib/account/account.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { sendQueued } from '#lib/mail/send-mails.ts'
import { placeOrder } from '#lib/order/execute.ts'
import { readOrder } from '#lib/order/order-store.ts'
import { orderRequestSchema } from '#lib/order/order.ts'
import { capturePayment, startPayment } from '#lib/order/payment/take-payment.ts'
import { refundOrder } from '#lib/owner/refund-order.ts'
import { shipOrder } from '#lib/owner/ship-orders.ts'
import { checkPrice, priceBreakdown } from '#lib/price/price.ts'
import { findProducts } from '#lib/product/find-products.ts'
import { paypalControl } from '../e2e/support/paypal-control.ts'

const ROOT = `file://${join(import.meta.dirname, '..')}/`
const SHOP = /^(?:app|components|lib)\//

const account: FullAccount = {
  uid: 'structure',
  email: 'structure@ourtee.example',
  name: '',
  method: 'password',
  methods: ['password'],
  emailVerified: true,
  isOwner: false,
  isStaff: false,
  signedInAt: 0,
}

const session = new Session()
session.connect()

// Mails are sent after the answer; they are part of the call.
const withMails =
  <T>(call: () => Promise<T>) =>
  async () => {
    const answer = await call()
    await sendQueued()
    return answer
  }

/** The shop's files of which a function ran in `call`; a file that was only loaded is not one. */
async function filesOf<T>(call: () => Promise<T>): Promise<readonly [T, readonly string[]]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const value = await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const files = result.flatMap(({ url, functions }) => {
    const file = url.startsWith(ROOT) ? url.slice(ROOT.length) : ''
    const hasRun = functions.some(
      ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
    )
    return SHOP.test(file) && hasRun ? [file] : []
  })
  return [value, files.toSorted()]
}

async function storedOrder(id: string) {
  const order = await readOrder(id)
  if (!order) throw new Error(`No order ${id}.`)
  return order
}

const products = await findProducts()
const now = new Date()
const [product] = products
const [color] = product?.colors ?? []
const [size] = product?.sizes ?? []
if (!product || !color || !size) throw new Error('The fixture content sells nothing.')
const line = { id: product.id, color: color.name, size, quantity: 1 }
const priced = checkPrice([line], { products, now })
if (!priced.ok) throw new Error('The fixture content can not be bought.')
const request = orderRequestSchema.parse({
  key: crypto.randomUUID(),
  lines: [line],
  shownTotal: priceBreakdown(priced.items).total,
  shippingMethod: 'home',
  placeConfirmed: true,
  recipient: {
    ...EMPTY_RECIPIENT,
    lastName: '王',
    firstName: '小明',
    phone: '0912345678',
    email: account.email,
    city: '臺北市',
    area: '中正區',
    zipcode: '100',
    address: '忠孝東路一段1號',
  },
})

async function purchase(key: string) {
  const [placed, place] = await filesOf(
    withMails(() => placeOrder({ ...request, key }, { account, products, now, offers: [] })),
  )
  if (!placed.ok) throw new Error(`The order was refused: ${placed.code}`)
  const started = await startPayment(await storedOrder(placed.id), 'paypal')
  if (!started.ok) throw new Error(`The payment was refused: ${started.code}`)
  const { reference } = started.data
  await paypalControl(process.env.PAYPAL_BASE_URL ?? '').approve(reference)
  const order = await storedOrder(placed.id)
  const [paid, capture] = await filesOf(withMails(() => capturePayment(order, reference, 0)))
  if (paid.status !== '已付款') throw new Error(`The payment ended as ${paid.status}`)
  return { place, capture, ...(await afterSale(placed.id)) }
}

async function afterSale(orderId: string) {
  const context = { by: 'structure', at: new Date() }
  const part = { orderId, amount: 100, reason: '少寄一件', key: crypto.randomUUID(), context }
  const [refunded, refund] = await filesOf(withMails(() => refundOrder(part)))
  if (!refunded.ok) throw new Error(`The refund was refused: ${refunded.code}`)
  const parcel = { orderId, carrier: '黑貓宅急便', trackingNumber: '900000000001', context }
  const [shipped, ship] = await filesOf(withMails(() => shipOrder(parcel)))
  if (!shipped.ok) throw new Error(`The shipping was refused: ${shipped.code}`)
  return { refund, ship }
}

await session.post('Profiler.enable')
// The first purchase reads settings, templates and keys, which are kept.
await purchase(crypto.randomUUID())
console.log(JSON.stringify(await purchase(crypto.randomUUID())))

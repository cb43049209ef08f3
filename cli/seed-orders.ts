import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'

import type { FullAccount } from '#lib/account/account.ts'
import { closeDatabase, database, transact } from '#lib/adapters/firestore/database.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { changeOverride } from '#lib/inventory/inventory-store.ts'
import { writeInvoiceChange } from '#lib/invoice/invoice-number.ts'
import { muteNotes } from '#lib/log/log.ts'
import { applyChange } from '#lib/order/apply.ts'
import { cancel } from '#lib/order/cancellation.ts'
import { complete } from '#lib/order/complete-order.ts'
import { noteChange } from '#lib/order/edit-recipient.ts'
import { type ChangeContext, newEvent } from '#lib/order/events.ts'
import type { Actor } from '#lib/order/events/event-frame.ts'
import { timeCode } from '#lib/order/order-number.ts'
import { commit, orderQuery } from '#lib/order/order-store.ts'
import type { Order, OrderChange } from '#lib/order/order.ts'
import { ORDER_LIMITS } from '#lib/order/placement-store.ts'
import { isPlaced, place } from '#lib/order/placement.ts'
import { applyReturnAnswer } from '#lib/order/return/answer-return.ts'
import { openReturn, returnRequestChange } from '#lib/order/return/return-rules.ts'
import { ship } from '#lib/order/ship-order.ts'
import { UNPAID_FOR } from '#lib/order/unpaid-limit.ts'
import { applyDispute } from '#lib/payment/apply-dispute.ts'
import { beginCapture } from '#lib/payment/capture-claim.ts'
import { decideCreate, storeReference } from '#lib/payment/create-attempt.ts'
import { type PaymentMethod, providerOf } from '#lib/payment/methods.ts'
import { paidWithReservation } from '#lib/payment/paid-with-reservation.ts'
import type { PaymentOutcome } from '#lib/payment/payment-outcome.ts'
import type { ProviderCapture } from '#lib/payment/provider.ts'
import type { Refund } from '#lib/payment/refund/refund-record.ts'
import { claimRefund, reserveRefund } from '#lib/payment/refund/request-refund.ts'
import { applyVerdict } from '#lib/payment/settlement.ts'
import { checkLines } from '#lib/price/check-price.ts'
import { priceCart } from '#lib/price/price-cart.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import type { Product } from '#lib/product/product.ts'
import type { Result } from '#lib/result.ts'
import { settings } from '#lib/settings/env.ts'
import { storeAtPaypal } from './paypal-records.ts'

// `npm run local -- --orders 200`: orders of three months, each led by the shop's own decisions and stored by its own
// commit. The PayPal stand-in is given their payments, so that they can be refunded.

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const DAYS = 90
/** In days: what is older was ordered from a stock that has been sold since. */
const PREORDERED_FOR = 35

const PEOPLE = [
  ['王', '曉明', '臺北市', '大安區', '106', '和平東路一段 162 號'],
  ['林', '怡君', '新北市', '板橋區', '220', '文化路二段 30 號 5 樓'],
  ['陳', '志豪', '臺中市', '西區', '403', '公益路 68 號'],
  ['張', '雅婷', '高雄市', '苓雅區', '802', '四維三路 2 號'],
  ['李', '冠宇', '臺南市', '東區', '701', '大學路 1 號'],
  ['黃', '淑芬', '桃園市', '中壢區', '320', '中大路 300 號'],
  ['吳', '建宏', '新竹市', '東區', '300', '光復路二段 101 號'],
  ['蔡', '佩珊', '花蓮縣', '花蓮市', '970', '中山路 50 號'],
  ['歐陽', '思齊', '宜蘭縣', '宜蘭市', '260', '神農路一段 1 號'],
] as const
const STORES = ['7-11 131386 衡陽門市', '全家 006598 館前店', '7-11 館前門市'] as const
const REQUESTED_SIZES = ['M', 'L', 'S', 'L', 'XL', 'M'] as const
const METHODS: readonly PaymentMethod[] = ['paypal', 'card', 'paypal', 'card', 'card']
const REASONS = ['布邊有線頭', '訂購者改變心意', '尺寸寄錯'] as const

const pick = <Value>(values: readonly Value[], index: number): Value => {
  const value = values[index % values.length]
  if (value === undefined) throw new Error('Nothing to pick from.')
  return value
}

/** What happens so many hours after the order was placed. */
type Step = {
  readonly hours: number
  readonly by: Actor
  readonly reason?: string
  readonly act: (order: Order, context: ChangeContext) => OrderChange | undefined
}

const allowed = (answer: Result<OrderChange | undefined, string>): OrderChange | undefined => {
  if (!answer.ok) throw new Error(`The seed was refused: ${answer.code}`)
  return answer.data
}

type Maker = {
  readonly index: number
  readonly products: readonly Product[]
  /** How old the order is, in days, and the one before it. */
  readonly age: number
  readonly ageBefore: number
}

const referenceOf = ({ id }: Order) => `SEED${id.slice(0, 13).toUpperCase()}`

/** What the provider shows of a payment in full, of which so much went back. */
function captured(order: Order, at: Date, refunds: readonly Refund[] = []): PaymentOutcome {
  const refundedAmount = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const back = refundedAmount < order.totalAmount ? 'partly-refunded' : 'refunded'
  const status = refundedAmount === 0 ? 'completed' : back
  const capture: ProviderCapture = {
    id: `C${referenceOf(order)}`,
    status,
    amount: order.totalAmount,
    currency: 'TWD',
    customId: order.id,
    invoiceId: order.orderNumber,
    createTime: at.toISOString(),
  }
  return { kind: 'captured', capture, refundedAmount, refunds }
}

/** Whether it is the oldest order of so many days: one of all waits for the owner in its own way. */
const isFirstWithin = (days: number, { age, ageBefore }: Pick<Maker, 'age' | 'ageBefore'>) =>
  age < days && ageBefore >= days

const stockFor = ({ products }: Maker) => ({ taken: new Map(), products })

function paying(maker: Maker): readonly Step[] {
  const method = pick(METHODS, maker.index)
  const verdict = (order: Order, context: ChangeContext, outcome: PaymentOutcome) => {
    const seen = { reference: referenceOf(order), verdict: outcome, before: order }
    return paidWithReservation(order, applyVerdict(order, seen, context), stockFor(maker), context)
  }
  return [
    {
      hours: 0.05,
      by: 'member',
      act: (order, context) => {
        const how = { provider: providerOf(method), method }
        const decision = decideCreate(order, how, context)
        return decision.kind === 'create' ? decision.change : undefined
      },
    },
    {
      hours: 0.06,
      by: 'member',
      act: (order, context) =>
        storeReference(order, { number: 1, reference: referenceOf(order) }, context),
    },
    {
      hours: 0.1,
      by: 'member',
      act: (order, context) =>
        beginCapture(
          order,
          { reference: referenceOf(order), claim: randomUUID(), approval: { observedRefusals: 0 } },
          context,
        ),
    },
    {
      hours: 0.11,
      by: 'provider',
      act: (order, context) =>
        isFirstWithin(5, maker)
          ? verdict(order, context, {
              kind: 'mismatch',
              reason: 'amount',
              captureId: `C${referenceOf(order)}`,
            })
          : verdict(order, context, captured(order, context.now)),
    },
  ]
}

const invoicing = ({ index }: Maker, hours: number): Step => ({
  hours,
  by: 'owner',
  act: (order, context) =>
    order.payment?.state === 'paid'
      ? allowed(writeInvoiceChange(order, `AB${String(10_000_000 + index)}`, context))
      : undefined,
})

const shipping = ({ index }: Maker, hours: number): Step => ({
  hours,
  by: 'owner',
  act: (order, context) => {
    if (order.status !== '已付款' || order.items.some(isPromisedAfter(context.now)))
      return undefined
    const carrier = order.shippingMethod === 'home' ? '黑貓' : order.recipient.store.slice(0, 4)
    return allowed(
      ship(
        order,
        { carrier: carrier.trim(), trackingNumber: `9070${10_000_000 + index}` },
        context,
      ),
    )
  },
})

const isPromisedAfter =
  (now: Date) =>
  ({ preorder }: Order['items'][number]) =>
    preorder !== undefined && (preorder.shipsAbout ?? '') > now.toISOString().slice(0, 10)

const completing = (hours: number): Step => ({
  hours,
  by: 'owner',
  act: (order, context) =>
    order.status === '已出貨' ? allowed(complete(order, context)) : undefined,
})

const request = ({ payment }: Order) => payment?.refundRequests?.at(-1)
const isThere = (order: Order) => openReturn(order) !== undefined

/** A refund: asked for, sent, and shown by the provider. */
function refunding(
  hours: number,
  amountOf: (order: Order) => number | 'rest',
  more: { readonly reason: string; readonly restock?: true; readonly returnNumber?: number },
): readonly Step[] {
  const { reason, ...wish } = more
  const cameBack = ({ returns = [] }: Order) =>
    wish.returnNumber === undefined || returns.some(({ state }) => state === 'received')
  return [
    {
      hours,
      by: 'owner',
      reason,
      act: (order, context) =>
        order.payment?.state === 'paid' && cameBack(order)
          ? allowed(
              reserveRefund(
                order,
                { ...wish, amount: amountOf(order), key: randomUUID() },
                context,
              ),
            )
          : undefined,
    },
    {
      hours: hours + 0.01,
      by: 'owner',
      act: (order, context) =>
        request(order)?.state === 'sending'
          ? claimRefund(order, { number: 1, claim: randomUUID() }, context)
          : undefined,
    },
    {
      hours: hours + 0.02,
      by: 'provider',
      act: (order, context) => {
        const { amount, state } = request(order) ?? {}
        if (amount === undefined || state !== 'sending') return undefined
        const at = context.now.toISOString()
        const refund = { id: `R${referenceOf(order)}`, amount, at, key: `refund:${order.id}:1` }
        const verdict = captured(order, context.now, [refund])
        const seen = { reference: referenceOf(order), verdict, before: order }
        return applyVerdict(order, seen, context)
      },
    },
  ]
}

function returning(maker: Maker, hours: number, size?: 'L'): readonly Step[] {
  const answered = (answer: 'accepted' | 'received' | 'exchanged', after: number): Step => ({
    hours: hours + after,
    by: 'owner',
    act: (order, context) => {
      if (!isThere(order)) return undefined
      const parcel = { carrier: '黑貓', trackingNumber: `8070${10_000_000 + maker.index}` }
      const stock = { taken: new Map(), offers: maker.products, oversellReason: '補寄' }
      return allowed(applyReturnAnswer(order, { answer, restock: true, parcel, stock }, context))
    },
  })
  return [
    {
      hours,
      by: 'member',
      reason: size ? '想換大一號' : '和想像的不一樣',
      act: (order, context) => {
        if (order.status !== '已完成') return undefined
        const items = [{ index: 0, quantity: 1, ...(size ? { size } : {}) }]
        const request = { items, reason: context.reason ?? '', contact: order.recipient.phone }
        return allowed(returnRequestChange(order, request, maker.products, context))
      },
    },
    answered('accepted', 20),
    ...(size
      ? [answered('exchanged', 90)]
      : [
          answered('received', 90),
          ...refunding(hours + 92, ({ items }) => items[0]?.price ?? 'rest', {
            reason: '退貨',
            returnNumber: 1,
          }),
        ]),
  ]
}

const disputing = (index: number): Step => ({
  hours: 200,
  by: 'provider',
  act: (order, context) => {
    const reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED'
    const dispute = { id: `PP-D-${index}`, state: 'open', reason } as const
    return applyDispute(order, { dispute, before: order }, context)
  },
})

const noting: Step = {
  hours: 4,
  by: 'owner',
  act: (order, context) =>
    order.status === '已付款' ? allowed(noteChange('包裝時附上卡片', context)) : undefined,
}

/** Everything that is to happen to an order; what lies in the future has not happened yet. */
function lifeOf(maker: Maker): readonly Step[] {
  const { index, age } = maker
  // Nobody has paid the newest yet.
  if (age < 0.03) return []
  const hours = (min: number, more: number) => min + ((index * 7) % more)
  const sold = [...paying(maker), invoicing(maker, 6), shipping(maker, hours(20, 40))]
  const whole = [...sold, completing(hours(100, 60))]
  if (isFirstWithin(5, maker)) return paying(maker)
  if (isFirstWithin(9, maker)) return [...whole, ...returning(maker, age * 24 - 2)]
  if (isFirstWithin(13, maker)) return [...whole, disputing(index)]
  switch (index % 20) {
    case 3:
      return [
        {
          hours: 2,
          by: 'member',
          act: (order, context) => allowed(cancel(order, 'by-member', context)),
        },
      ]
    case 8:
      return [
        {
          hours: 72,
          by: 'sweep',
          act: (order, context) => allowed(cancel(order, 'unpaid-too-long', context)),
        },
      ]
    case 5:
      return [...whole, ...refunding(hours(180, 40), () => 100, { reason: pick(REASONS, index) })]
    case 11:
      return [
        ...paying(maker),
        ...refunding(9, () => 'rest', { reason: '訂購者改變心意', restock: true }),
      ]
    case 14:
      return [...whole, ...returning(maker, hours(170, 20))]
    case 18:
      return [...whole, ...returning(maker, hours(170, 20), 'L')]
    case 1:
      return [...whole, noting].toSorted((a, b) => a.hours - b.hours)
    default:
      return whole
  }
}

function accountOf(index: number): FullAccount {
  const isDemo = index % 10 === 4
  const number = index % 23
  return {
    uid: isDemo ? 'demo-member' : `seed-member-${number}`,
    email: isDemo ? 'demo@ourtee.example' : `member${number}@example.com`,
    name: '',
    method: 'password',
    methods: ['password'],
    emailVerified: true,
    isOwner: false,
    isStaff: false,
    signedInAt: 0,
  }
}

function recipientOf(index: number, email: string): Order['recipient'] {
  const [lastName, firstName, city, area, zipcode, address] = pick(PEOPLE, index % 23)
  const person = {
    lastName,
    firstName,
    phone: `09${String(10_000_000 + (index % 23) * 111_111)}`,
    email,
  }
  const note = index % 13 === 6 ? '請放管理室，謝謝' : ''
  return index % 3 === 2
    ? { ...EMPTY_RECIPIENT, ...person, store: pick(STORES, index), note }
    : { ...EMPTY_RECIPIENT, ...person, city, area, zipcode, address, note }
}

/** The order as it was placed: priced and numbered by the shop's own rules. */
function placed(maker: Maker, createdAt: Date, count: number) {
  const { index, products } = maker
  const quantity = 1 + (index % 4 === 1 ? 1 : 0)
  // Not each product is sold now, and not in each size.
  const [items] = products.flatMap((_, shift) => {
    const { id, colors, sizes } = pick(products, index + shift)
    const size = sizes.find((siz) => siz === pick(REQUESTED_SIZES, index)) ?? pick(sizes, 0)
    const line = { id, color: colors[0]?.name ?? '', size, quantity }
    const checked = checkLines([line], { products, now: createdAt })
    return checked.refused.length === 0 ? [checked.items] : []
  })
  if (items === undefined) return undefined
  const priced = priceCart(items, { offers: [] })
  const account = accountOf(index)
  const draft = {
    id: randomBytes(12).toString('hex'),
    uid: account.uid,
    email: account.email,
    createdAt: createdAt.toISOString(),
    status: '待付款' as const,
    totalAmount: priced.breakdown.total,
    items: [...priced.lines],
    recipient: recipientOf(index, account.email),
    shippingMethod: index % 3 === 2 ? ('store' as const) : ('home' as const),
    invoice: { kind: 'email' as const },
    timeCode: timeCode(createdAt),
    check: {
      at: new Date(createdAt.getTime() + UNPAID_FOR).toISOString(),
      urgent: false,
      looks: 0,
    },
    history: [newEvent('order.placed', {}, { now: createdAt, by: 'member' })],
  }
  const answer = place(draft, { account, products, offers: [], now: createdAt })({
    order: undefined,
    count,
    account: { recent: [], unpaid: [], reservations: [] },
    hasPaid: true,
    taken: new Map(),
    replaceable: [],
    overdue: [],
  })
  return isPlaced(answer) ? answer : undefined
}

/** The goods as they were sold then: two of three orders came while the shirts were here. */
function goodsAt(
  products: readonly Product[],
  { index, age, ageBefore }: Pick<Maker, 'index' | 'age' | 'ageBefore'>,
): readonly Product[] {
  const isWaiting = [9, 13].some((days) => isFirstWithin(days, { age, ageBefore }))
  const isHere = age > PREORDERED_FOR || index % 3 !== 0 || isWaiting
  return products
    .filter(({ stock, preorder }) => isHere || preorder || stock > 0)
    .map((product) => ({
      ...product,
      stock: 100_000,
      ...(isHere ? { preorder: false, estimated_ship_date: undefined } : {}),
    }))
}

async function store(count: number, now: Date): Promise<readonly Order[]> {
  const products = await findFileProducts()
  const counts = new Map<string, number>()
  const fromStock = new Map<string, number>()
  const limits = new Map<string, object>()
  const stored: Order[] = []
  let ageBefore = DAYS
  for (let index = 0; index < count; index += 1) {
    // More of late than at first, and three of this very hour.
    const isNew = index >= count - 3
    const age = isNew ? (count - index) / 150 : (1 - index / count) ** 1.3 * DAYS
    const createdAt = new Date(now.getTime() - age * DAY)
    const maker = { index, age, ageBefore, products: goodsAt(products, { index, age, ageBefore }) }
    ageBefore = age
    const code = timeCode(createdAt)
    const begun = placed(maker, createdAt, counts.get(code) ?? 0)
    if (begun?.draft === undefined) continue
    counts.set(code, begun.count)
    let { order } = begun
    for (const { hours, by, reason, act } of lifeOf(maker)) {
      const at = new Date(createdAt.getTime() + hours * HOUR)
      if (at > now) break
      const context = {
        now: at,
        by,
        ...(by === 'owner' ? { who: '試用' } : {}),
        ...(reason ? { reason } : {}),
      }
      const change = act(order, context)
      if (change) order = applyChange(order, change)
    }
    const { draft } = begun
    const change = { events: order.history }
    await transact('seeding an order', async (tx) => {
      commit(tx, draft, change, { isNew: true, firstTimeBuyers: [] })
    })
    for (const { id, quantity, preorder } of order.items)
      if (order.status !== '已取消' && preorder === undefined)
        fromStock.set(id, (fromStock.get(id) ?? 0) + quantity)
    if (order.status === '待付款') limits.set(order.uid, begun.account)
    stored.push(order)
  }
  const batch = database().batch()
  for (const [code, sold] of counts)
    batch.set(database().collection('order_counters').doc(code), { current: sold })
  for (const [uid, account] of limits)
    batch.set(database().collection(ORDER_LIMITS).doc(uid), account)
  await batch.commit()
  for (const { id, stock } of products) {
    const sold = fromStock.get(id)
    if (sold === undefined) continue
    const note = { at: now.toISOString(), who: '試用', reason: '試用訂單賣出的件數' }
    await changeOverride(id, note, () => ({ ok: true, data: { stock: stock + sold } }))
  }
  return stored
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const count = Number(positionals[0])
  if (settings().mode !== 'local') throw new Error('Only a shop on a laptop is filled with orders.')
  if (!Number.isInteger(count) || count < 1)
    throw new Error('How many orders? npm run local -- --orders 200')
  muteNotes()
  const { docs } = await orderQuery().limit(1).get()
  if (docs.length > 0) {
    console.log('There are orders already: --fresh begins anew.')
    return
  }
  const stored = await store(count, new Date())
  const { PAYPAL_BASE_URL: paypal } = settings()
  if (paypal !== undefined) await storeAtPaypal(paypal, stored)
  console.log(`${stored.length} orders of three months are there.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await closeDatabase()
}

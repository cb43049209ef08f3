import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import type { ReservedStockByProduct } from '#lib/inventory/stock.ts'
import { applyChange } from '#lib/order/apply.ts'
import { type OrderDecision, orderWrite } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import type { PlacementRefs } from '#lib/order/placement-store.ts'
import type { NewOrder, OrderContext, OrderPlacement, OrderRefusal } from '#lib/order/placement.ts'
import type { PaymentProvider, ProviderOrder } from '#lib/payment/provider.ts'
import { resetQuestionLimits } from '#lib/payment/question-limits.ts'
import { defined, ok, type Result } from '#lib/result.ts'
import { type Decided, enterOutside } from '../memory/outside.ts'
import { provider } from './script.ts'
import { keep, onNewWorld, world } from './world.ts'

onNewWorld(resetQuestionLimits)

function answerOrFail(): void {
  if (world.unanswered === 0) return
  world.unanswered -= 1
  throw new DatabaseUnavailable('test')
}

async function readOrders<Value>(
  name: string,
  question: (orders: readonly Order[]) => Value,
): Promise<Value> {
  if (name.startsWith('due')) answerOrFail()
  return question([...world.orders.values()])
}

async function decideOrder<Answer>(
  id: string,
  { readsStock, unpaidOf, decide }: OrderDecision<Answer>,
): Promise<Decided<Answer>> {
  answerOrFail()
  world.decided += 1
  const order = world.orders.get(id)
  if (!order) return undefined
  const isUnpaid = ({ uid, status }: Order) => uid === unpaidOf && status === '待付款'
  const unpaid = [...world.orders.values()].filter(isUnpaid)
  const taken = readsStock(order) ? world.taken : new Map()
  const { change, answer } = decide(order, taken, false, unpaid)
  return { order: change ? keep(applyChange(order, change)) : order, answer }
}

async function decideShipping<Answer>(
  id: string,
  decide: OrderDecision<Answer, boolean>['decide'],
): Promise<Decided<Answer>> {
  answerOrFail()
  const order = world.orders.get(id)
  if (!order) return undefined
  const { change, answer } = decide(order, world.isMailWaiting, false)
  return { order: change ? keep(applyChange(order, change)) : order, answer }
}

async function rewriteOrder(
  _name: string,
  id: string,
  write: (order: Order) => Order | undefined,
): Promise<void> {
  const order = world.orders.get(id)
  const after = order && write(order)
  if (after) keep(after)
}

const some = (ids: readonly string[]) => ids.flatMap((id) => world.orders.get(id) ?? [])

// Keeps what the transaction would read.
async function placeOrder(
  { id, products, replaces, overdue, code }: PlacementRefs,
  place: (found: OrderContext) => OrderPlacement | OrderRefusal,
): Promise<OrderPlacement | OrderRefusal> {
  world.placed.push({ id, products, replaces, overdue })
  await world.placing()
  const answer = place({
    order: world.orders.get(id),
    count: 0,
    account: { recent: [], unpaid: [], reservations: [] },
    hasPaid: false,
    taken: world.taken,
    replaceable: some(replaces),
    overdue: some(overdue),
    ...defined({ code: code === undefined ? undefined : world.codes.get(code) }),
  })
  if (!('ok' in answer)) keep(answer.order)
  return answer
}

// Once per id, as the transaction that stores it.
async function storeManual<Code extends string>(
  { id }: { readonly id: string },
  decide: (context: {
    readonly count: number
    readonly taken: ReservedStockByProduct
  }) => Result<NewOrder, Code>,
): Promise<Result<Order, Code>> {
  const known = world.orders.get(id)
  if (known) return ok(known)
  const answer = decide({ count: world.orders.size, taken: world.taken })
  if (!answer.ok) return answer
  const { draft, events } = answer.data
  return ok(keep(orderWrite(draft, { events }).after))
}

const PAYPAL: PaymentProvider = {
  numberOf: (orderNumber) => orderNumber,
  create: ({ orderNumber, attempt, totalAmount }, key) =>
    provider.create.answer(`${orderNumber}:${attempt} ${totalAmount} ${key}`),
  find: (reference) => provider.find.answer(reference, true),
  capture: ({ reference, amount, key }) => provider.capture.answer(`${reference} ${amount} ${key}`),
  refund: ({ captureId, amount, key, invoiceId }) =>
    provider.refund.answer(`${captureId} ${amount} ${key} ${invoiceId}`),
  findDispute: (id) => provider.findDispute.answer(id, true),
  readMessage: () => provider.message.answer(''),
}

// The same calls, of a provider that has its own numbers, pages and lists, and no messages.
const { findDispute: _disputes, readMessage: _messages, ...calls } = PAYPAL
const LINE_PAY: PaymentProvider = {
  ...calls,
  numberOf: (orderNumber, attempt) => `${orderNumber}-${attempt}`,
  isApprovalPage: () => provider.isOwnPage,
  findPaid: (references) => provider.findPaid.answer(references.join(), true),
}

// A provider where the buyer moves the money, to which a form of the browser's leads.
const { findPaid: _lists, ...numbered } = LINE_PAY
let shown: ProviderOrder | undefined
const ECPAY: PaymentProvider = {
  ...numbered,
  referenceOf: (_order, attempt) => `NO${attempt}`,
  // Its query of a payment tells of no refund: those are asked for apart.
  find: async (reference) => {
    shown = await provider.find.answer(reference, true)
    const captures = shown?.captures.map((capture) =>
      capture.status.endsWith('refunded') ? { ...capture, status: 'completed' as const } : capture,
    )
    return shown && captures && { ...shown, captures, refunds: [] }
  },
  withRefunds: async (order) => (shown?.id === order.id ? shown : order),
  refund: ({ captureId, amount, key, invoiceId, wasSent }) =>
    provider.refund.answer(`${captureId} ${amount} ${key} ${invoiceId}${wasSent ? ' again' : ''}`),
  readMessage: PAYPAL.readMessage,
  leaveForm: (_order, reference) => ({ action: 'https://cashier.example', fields: { reference } }),
}

// A provider whose number the shop shows its buyer.
const { leaveForm: _forms, ...NUMBERS } = ECPAY

const PROVIDERS = new Map<string, PaymentProvider>([
  ['ecpay', ECPAY],
  ['ecpay-code', NUMBERS],
  ['paypal', PAYPAL],
  ['line-pay', LINE_PAY],
])

enterOutside({
  orders: {
    read: readOrders,
    decide: decideOrder,
    rewrite: rewriteOrder,
    decideShipping,
    place: placeOrder,
    storeManual,
    get unreadable() {
      return world.unreadable
    },
    get codes() {
      return world.codes
    },
    get taken() {
      return world.taken
    },
    get settledEvents() {
      return world.settledEvents
    },
  },
  provider: (name) => {
    const found = PROVIDERS.get(name)
    if (!found) throw new Error(`Unknown payment provider: ${name}`)
    return found
  },
  carrier: () => world.carrier,
  transactions: () => world.transactions,
  products: () => world.products,
  settings: () => ({
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
    PAYPAL_CLIENT_ID: 'client',
    ...(world.hasStoreLists ? { ECPAY_LOGISTICS_MERCHANT_ID: 'test' } : {}),
    ...(world.hasLinePay ? { LINE_PAY_CHANNEL_ID: 'channel' } : {}),
    ...(world.hasEcpay
      ? { ECPAY_PAYMENT_MERCHANT_ID: '3002607', ECPAY_PAYMENT_METHODS: 'card,atm,cvs' }
      : {}),
    ...(world.sendsCardRefunds ? { ECPAY_PAYMENT_REFUNDS: '1' } : {}),
  }),
  hasAllowance: () => world.hasAllowance,
  isAnswerGood: (reference) => world.goodAnswers.has(reference),
  isFormOut: (reference) => world.formsOut.has(reference),
  hasReminders: () => world.hasReminders,
  log: (name) => world.logged.push(name),
  after: (work) => world.later.push(work),
})

import {
  type CardAtEcpay,
  cardsAt,
  type CodeAtEcpay,
  codesAt,
  givenBackOf,
} from '../../e2e/support/ecpay-control.ts'
import {
  linePayControl,
  type PaymentAtLinePay,
  takenBy,
} from '../../e2e/support/line-pay-control.ts'
import { type OrderAtPaypal, paypalControl } from '../../e2e/support/paypal-control.ts'
import { CALL_TIMEOUT } from '../../e2e/support/time-limits.ts'

/** Whether a reference is one of LINE Pay's; PayPal's have letters too. */
export function isOfLinePay(reference: string): boolean {
  return /^\d{19}$/.test(reference)
}

const twd = (amount: number) => ({ currency_code: 'TWD', value: String(amount) })

/** A payment at LINE Pay in the words of PayPal's, so that both are counted alike. */
function asOrder(payment: PaymentAtLinePay): OrderAtPaypal {
  const { id, state, orderId, confirmUrl, amount, refunds } = payment
  const taken = takenBy(payment)
  const back = refunds.reduce((sum, one) => sum + one.amount, 0)
  const partly = back > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED'
  const status = back >= taken ? 'REFUNDED' : partly
  return {
    id,
    status: state,
    invoice_id: orderId,
    custom_id: new URL(confirmUrl).pathname.split('/').at(-1) ?? '',
    amount: twd(amount),
    captures: taken > 0 ? [{ id, status, amount: twd(taken) }] : [],
    refunds: refunds.map((refund) => ({ id: refund.id, status: 'COMPLETED' })),
  }
}

/** Whether a reference is a number of ECPay's: of a card, a transfer or a store. */
export function isOfCashier(reference: string): boolean {
  return /^[A-Z0-9]{2,3}\d{12,13}[AC][0-9A-Z]{2}$/.test(reference)
}

// A card payment at ECPay's cashier in the words of PayPal's.
function cardAsOrder(card: CardAtEcpay): OrderAtPaypal {
  const { id, tradeNo, amount, outcome, customField } = card
  const isPaid = outcome === 'ok'
  const back = givenBackOf(card)
  const partly = back > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED'
  const status = back >= amount ? 'REFUNDED' : partly
  return {
    id,
    status: outcome ?? 'OPEN',
    invoice_id: id,
    custom_id: customField,
    amount: twd(amount),
    captures: isPaid ? [{ id: tradeNo, status, amount: twd(amount) }] : [],
    refunds: [],
  }
}

// The same of a number for a transfer or a store.
function codeAsOrder(code: CodeAtEcpay): OrderAtPaypal {
  const { id, tradeNo, amount, paidAt, paidAmount, customField } = code
  const capture = { id: tradeNo, status: 'COMPLETED', amount: twd(paidAmount) }
  return {
    id,
    status: paidAt === null ? 'OPEN' : 'ok',
    invoice_id: id,
    custom_id: customField,
    amount: twd(amount),
    captures: paidAt === null ? [] : [capture],
    refunds: [],
  }
}

/** The payment providers of a shop: what is true at any of them, and what a buyer does there. */
export function bothProviders(at: {
  readonly paypal: string
  readonly linePay?: string | undefined
  readonly ecpay?: string | undefined
}) {
  if (at.linePay === undefined) throw new Error('This shop takes no LINE Pay')
  const paypal = paypalControl(at.paypal)
  const linePay = linePayControl(at.linePay)
  return {
    paypal,
    linePay,
    orders: async (ref?: string): Promise<readonly OrderAtPaypal[]> => {
      const [one, other, cards, codes] = await Promise.all([
        paypal.orders(ref),
        linePay.payments(ref),
        at.ecpay === undefined ? [] : cardsAt(at.ecpay, ref),
        at.ecpay === undefined ? [] : codesAt(at.ecpay, ref),
      ])
      return [...one, ...other.map(asOrder), ...cards.map(cardAsOrder), ...codes.map(codeAsOrder)]
    },
    /** Approves a payment; LINE Pay's approval comes from no page. */
    approve: (reference: string, outcome?: string, funding?: string) =>
      isOfLinePay(reference)
        ? linePay.approve(reference, outcome)
        : paypal.approve(reference, outcome, funding),
    behave: async (ref?: string) => {
      await paypal.behave(ref)
      await linePay.behave(ref)
    },
    waiting: async () => (await paypal.waiting()) + (await linePay.waiting()),
  }
}

export type Providers = ReturnType<typeof bothProviders>

/** Returns one sentence per unapproved or repeated confirm, which no key makes safe. */
export async function wrongConfirms({ linePay }: Providers, ref?: string): Promise<string[]> {
  const requests = await linePay.requests(ref)
  return requests
    .filter(({ op, state }) => op === 'confirm' && state !== null && state !== 'APPROVED')
    .map((request) => `confirmed at the wrong time: ${JSON.stringify(request)}`)
}

// Titles of the page where LINE Pay returns the buyer, with their status.
const RETURNED: readonly (readonly [title: string, status: string])[] = [
  ['付款已收到', 'paid'],
  ['付款確認中', 'confirming'],
  ['付款沒有完成', 'unpaid'],
]

/** Returns the payment state shown to a guest on that page; undefined if it shows none. */
export async function returnedStatus(
  shop: string,
  order: string,
  reference: string,
): Promise<string | undefined> {
  const query = new URLSearchParams({ orderId: 'any', transactionId: reference })
  try {
    const signal = AbortSignal.timeout(CALL_TIMEOUT)
    const answer = await fetch(`${shop}/checkout/line-pay/${order}?${query}`, { signal })
    const heading = /<h1[^>]*>([^<]*)/.exec(await answer.text())?.[1] ?? ''
    return RETURNED.find(([title]) => heading.startsWith(title))?.[1]
  } catch {
    return undefined
  }
}

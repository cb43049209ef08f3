import assert from 'node:assert/strict'

import { idToken } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { cardsAt, controlEcpay, givenBackOf } from '../../e2e/support/ecpay-control.ts'
import { newOwner } from '../../e2e/support/owners.ts'
import { addressOf } from './at-ecpay.ts'
import { endVisit, goToCashier } from './card-scenarios.ts'
import { AFTER, BEFORE, killedDuring } from './ecpay-purchase.ts'
import { type Harness, heal, type PlacedShopper } from './harness.ts'
import { type Scenario, withOrder } from './scenario.ts'
import { type KillablePart, NAMES } from './shop-under-fault.ts'

/** The setting with which the shop sends refunds of cards itself. */
export const CARD_REFUNDS = { ECPAY_PAYMENT_REFUNDS: '1' }

const TOTAL = 3080
const PART = 500

/** How ECPay has the charge when it is given back, and so what is sent for it. */
const CHARGES = {
  N: { state: 'Authorized', amount: TOTAL },
  'E and N': { state: 'To be captured', amount: TOTAL },
  R: { state: 'Captured', amount: PART },
} as const
type Action = keyof typeof CHARGES

type PaidCard = { readonly number: string; readonly action: Action }

// Pays by card, and brings the charge into the state in which this action gives it back.
async function paidByCard(
  harness: Harness,
  order: PlacedShopper,
  action: Action,
): Promise<PaidCard> {
  const number = await goToCashier(harness, order)
  await endVisit(harness, number)
  await order.shopper.retry(() => order.shopper.refresh(order.id))
  const body = { closeAs: CHARGES[action].state }
  await controlEcpay(addressOf(harness), `/cards/${number}/state`, body)
  return { number, action }
}

const strike = (harness: Harness, { number }: PaidCard, fault: object) =>
  controlEcpay(addressOf(harness), '/faults', { op: 'card-action', orderRef: number, ...fault })

// The owner's press, which has one key however often it is sent; a lost answer is undefined.
async function presser(harness: Harness, { id: orderId }: PlacedShopper, { action }: PaidCard) {
  const { at } = harness.own
  const owner = await newOwner('林店主', at)
  const refund = {
    orderId,
    amount: String(CHARGES[action].amount),
    left: String(TOTAL),
    key: crypto.randomUUID(),
    reason: '瑕疵',
    proof: await idToken(owner, at),
  }
  const call = { page: `/owner/order/${orderId}`, session: owner.session, args: [refund] }
  return async (): Promise<unknown> => {
    const answer = await callAction('refundAction', { ...call, shop: at.shop }).catch(
      () => undefined,
    )
    return answer?.result
  }
}

/** What became of a refund: given back once and done, or nothing, and the owner is notified to look. */
type End = 'done' | 'by-hand'

async function expectEnd(
  harness: Harness,
  { id }: PlacedShopper,
  { number, action }: PaidCard,
  end: End,
): Promise<void> {
  await fetch(`${addressOf(harness)}/_local/faults?ref=${number}`, { method: 'DELETE' })
  // A state that was not told is asked for again after ten minutes, and a sweep of many orders may not come to each.
  await heal(harness, id)
  await heal(harness, id)
  const [card] = await cardsAt(addressOf(harness), number)
  assert.ok(card)
  const back = end === 'done' ? CHARGES[action].amount : 0
  const { payment } = await harness.ledger.order(id)
  const states = payment?.refundRequests.map(({ state }) => state)
  assert.deepEqual([givenBackOf(card), payment?.refundedAmount, states], [back, back, [end]])
  const { requests } = Object(await controlEcpay(addressOf(harness), `/requests?ref=${number}`))
  const acts = Object(requests).filter(({ op }: { readonly op: string }) => op === 'card-action')
  // R is sent at most once; N and E only until their answer has come.
  assert.ok(acts.length <= (action === 'R' ? 1 : 4), JSON.stringify(acts))
}

const endsAs = (action: Action, end: End) =>
  end === 'by-hand' ? 'paid' : action === 'R' ? 'partly-refunded' : 'refunded'

function given(
  fault: string,
  action: Action,
  end: End,
  act: (harness: Harness, order: PlacedShopper, card: PaidCard) => Promise<unknown>,
): Scenario {
  return withOrder(
    'refund',
    `ECPay: ${action}, ${fault}`,
    async (harness, order) => {
      const card = await paidByCard(harness, order, action)
      await act(harness, order, card)
      await expectEnd(harness, order, card, end)
    },
    endsAs(action, end),
  )
}

const ACTIONS = ['N', 'E and N', 'R'] as const

// A 403 shuts the whole shop out for half an hour, so it is tried alone.
const isShared = (name: string) => name !== '403'

const pressedTwice: (
  fault: object,
) => (harness: Harness, order: PlacedShopper, card: PaidCard) => Promise<void> =
  (fault) => async (harness, order, card) => {
    await strike(harness, card, fault)
    const press = await presser(harness, order, card)
    // The answer was lost, so the button is pressed again.
    await press()
    await press()
  }

// R that did not arrive is in no list, nor is one that will: nobody but the owner can tell.
const endOf = (action: Action, isDone: boolean): End =>
  action === 'R' && !isDone ? 'by-hand' : 'done'

const disturbed = ACTIONS.flatMap((action) => [
  ...BEFORE.filter(isShared).map((name) =>
    given(name, action, endOf(action, false), pressedTwice({ name })),
  ),
  ...AFTER.map((name) => given(name, action, 'done', pressedTwice({ name }))),
  // Nothing was sent yet: what the charge needs is not known.
  ...['drop', 'html', '500'].map((name) =>
    given(`${name} of its state`, action, 'done', pressedTwice({ name, op: 'card-state' })),
  ),
])

const atOnce = ACTIONS.map((action) =>
  given('two presses and a sweep at once', action, 'done', async (harness, order, card) => {
    await strike(harness, card, { name: 'slow', delayMs: 1500 })
    const press = await presser(harness, order, card)
    await Promise.all([press(), press(), harness.own.sweep().catch(() => undefined)])
  }),
)

const refusedByBalance = withOrder(
  'refund',
  'ECPay: R, refused for its balance',
  async (harness, order) => {
    const card = await paidByCard(harness, order, 'R')
    const text = `MerchantTradeNo=${card.number}&TradeNo=${await tradeNoOf(harness, card)}&RtnCode=10200110&RtnMsg=error_balance`
    await strike(harness, card, { name: 'text', text })
    await (
      await presser(harness, order, card)
    )()
    const { payment } = await harness.ledger.order(order.id)
    assert.deepEqual(
      [payment?.refundedAmount, payment?.refundRequests.map(({ state }) => state)],
      [0, ['refused']],
    )
  },
)

async function tradeNoOf(harness: Harness, { number }: PaidCard): Promise<string> {
  const [card] = await cardsAt(addressOf(harness), number)
  assert.ok(card)
  return card.tradeNo
}

// A part is killed while ECPay takes its time. A shop that died before it sent R does not know that it had not.
const killed = (part: KillablePart, op: 'card-state' | 'card-action') =>
  ACTIONS.map((action) => {
    const end = endOf(action, op === 'card-action')
    const fault = `SIGKILL of ${NAMES[part]} at ${op}`
    return given(fault, action, end, async (harness, order, card) => {
      await strike(harness, card, { op, name: 'slow', delayMs: 1500 })
      const press = await presser(harness, order, card)
      const pressed = press()
      await killedDuring(harness, part, { op, ref: card.number })
      await pressed
    })
  })

// The shop asks ECPay nothing more for half an hour, or until it is a new process.
const shutOut = ACTIONS.map((action) =>
  given('403, and half an hour', action, endOf(action, false), async (harness, order, card) => {
    await pressedTwice({ name: '403' })(harness, order, card)
    await harness.own.kill('shop')
  }),
)

const minutes = (new Date().getUTCHours() * 60 + new Date().getUTCMinutes() + 8 * 60) % (24 * 60)

/** Set from before the daily close of ECPay until after it: nothing is sent then, by the shop's own clock. */
export const IS_AT_CLOSE = minutes >= 19 * 60 + 55 && minutes < 20 * 60 + 35

/** Refunds of cards that the shop sends to ECPay itself. */
export const CARD_REFUND_SCENARIOS: readonly Scenario[] = [
  ...disturbed,
  ...atOnce,
  refusedByBalance,
]

/** Those that kill a part of the whole shop, or shut it out. */
export const EXCLUSIVE_CARD_REFUND_SCENARIOS: readonly Scenario[] = [
  ...killed('shop', 'card-state'),
  ...killed('shop', 'card-action'),
  ...killed('firestore', 'card-action'),
  ...shutOut,
]

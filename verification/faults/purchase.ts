import type { Member } from '../../e2e/support/accounts.ts'
import { newAddress, RECIPIENT } from '../../e2e/support/pages/checkout.ts'
import type { Plan } from './plan.ts'
import { isOfCashier, isOfLinePay } from './providers.ts'
import {
  referenceIn,
  type ShopperContext,
  type Shopper,
  createShopper,
  toldStatus,
} from './shopper.ts'

const PRICE = 1540

/** An order of so many white M shirts; five units are the most of a line, and from one on delivery is free. */
export function shirtOrder(units: number, price = PRICE): Record<string, unknown> {
  return {
    key: crypto.randomUUID(),
    lines: [{ id: 'otr-001', color: '白色', size: 'M', quantity: units }],
    displayedTotal: price * units,
    shippingMethod: 'home',
    recipient: { ...RECIPIENT, email: newAddress(), store: '', note: '' },
  }
}

async function place(shopper: Shopper, plan: Plan): Promise<string | undefined> {
  const request = shirtOrder(plan.units)
  const requests =
    plan.placing === 'twice'
      ? [shopper.placeWithRetry(request), shopper.placeWithRetry(request)]
      : [shopper.placeWithRetry(request)]
  const answers = await Promise.all(requests)
  if (plan.placing === 'again') answers.push(await shopper.placeWithRetry(request))
  const ids = new Set(answers.flatMap((result) => (result?.ok === true ? [String(result.id)] : [])))
  if (ids.size > 1) throw new Error(`One key became ${ids.size} orders`)
  return [...ids][0]
}

// Every order at a provider that the shop has handed out for this order, the newest last.
async function start(shopper: Shopper, id: string, plan: Plan): Promise<string[]> {
  const press = (method: string) => shopper.retry(() => shopper.start(id, method))
  const first =
    plan.starting === 'once'
      ? [await press(plan.method)]
      : await Promise.all([
          press(plan.method),
          press(plan.starting === 'twice' ? plan.method : plan.other),
        ])
  if (plan.changesMind) first.push(await press(plan.other))
  return first.flatMap((result) => referenceIn(result) ?? [])
}

// The buyer pays: by an approval, or at ECPay, which takes the money by itself.
async function pay(
  { providers, ecpay }: ShopperContext,
  id: string,
  reference: string,
  plan: Plan,
): Promise<void> {
  // A provider refuses what it holds captured or void by now, and a killed shop makes no form.
  if (isOfCashier(reference)) {
    await ecpay?.misbehave(reference, plan.cashierFaults)
    await ecpay?.pay(id, reference, plan).catch(() => undefined)
    return
  }
  const outcome = isOfLinePay(reference) ? plan.linePayOutcome : plan.outcome
  const funding = plan.method === 'card' ? 'card' : 'paypal'
  await providers.approve(reference, outcome, funding).catch(() => undefined)
}

async function capture(shopper: Shopper, id: string, reference: string, plan: Plan): Promise<void> {
  const once = () => shopper.retry(() => shopper.capture(id, reference))
  const result =
    plan.capturing === 'twice' ? (await Promise.all([once(), once()]))[0] : await once()
  if (plan.capturing === 'again') await once()
  // The payment page asks again while the payment is being confirmed.
  for (let count = 0; count < 2 && toldStatus(result) === 'confirming'; count += 1) {
    await shopper.refresh(id)
  }
}

async function payAgainAfterDecline(
  shopper: Shopper,
  context: ShopperContext,
  id: string,
  plan: Plan,
) {
  const result = await shopper.retry(() => shopper.refresh(id))
  if (toldStatus(result) !== 'declined' && toldStatus(result) !== 'expired') return
  const again = referenceIn(await shopper.retry(() => shopper.start(id, plan.method)))
  if (again === undefined) return
  await pay(context, id, again, { ...plan, outcome: 'ok', linePayOutcome: 'ok', cardOutcome: 'ok' })
  await capture(shopper, id, again, plan)
}

async function giveBack(
  { providers, misbehaveAtEcpay }: ShopperContext,
  id: string,
  { refund, ecpayFaults }: Plan,
): Promise<void> {
  const { paypal, linePay } = providers
  // What ECPay took goes back by hand alone.
  const others = (await providers.orders(id)).filter((order) => !isOfCashier(order.id))
  const captures = others.flatMap((order) => order.captures)
  const held = captures.find(({ status }) => status === 'COMPLETED')
  if (!held || refund === 'none') return
  // Its invoice has a number by now, by which a void or an allowance is known.
  await misbehaveAtEcpay?.(id, ecpayFaults)
  if (isOfLinePay(held.id)) await linePay.refund(held.id, refund === 'part' ? 80 : undefined)
  else if (refund === 'reversal') await paypal.reverse(held.id)
  else await paypal.refund(held.id, refund === 'part' ? '80' : undefined)
}

/** Runs one purchase with its faults, as far as the shopper goes. Returns the order's id if there is one. */
export async function purchase(
  context: ShopperContext,
  member: Member,
  plan: Plan,
): Promise<string | undefined> {
  const { paypal, linePay } = context.providers
  const shopper = createShopper(context, member)
  const id = await place(shopper, plan)
  if (id === undefined) return undefined
  for (const fault of plan.faults) await paypal.misbehave(fault, id)
  for (const fault of plan.linePayFaults) await linePay.misbehave(fault, id)
  await context.misbehaveAtEcpay?.(id, plan.ecpayFaults)
  // Until it has a number, a call about one is known by the order.
  await context.ecpay?.misbehave(id, plan.cashierFaults)
  if (plan.expireTokens) await paypal.expireTokens()
  const started = await start(shopper, id, plan)
  const chosen = plan.buyer === 'pays-the-older-one' ? started[0] : started.at(-1)
  if (plan.buyer === 'leaves' || chosen === undefined) return id
  if (plan.capturing === 'unapproved-first') await shopper.capture(id, chosen)
  if (plan.cancels) await shopper.retry(() => shopper.cancel(id))
  await pay(context, id, chosen, plan)
  if (plan.buyer === 'approves-and-leaves') return id
  await capture(shopper, id, chosen, plan)
  await payAgainAfterDecline(shopper, context, id, plan)
  await giveBack(context, id, plan)
  return id
}

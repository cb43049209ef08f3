import { newMember } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { database, storedDocument } from '../../e2e/support/database.ts'
import { notifyTwice } from '../../e2e/support/notified-orders.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import { orders } from '../../e2e/support/owner-tools.ts'
import { lettersAbout } from '../../e2e/support/pages/mailbox.ts'
import { approve, injectFault, paypalControl } from '../../e2e/support/paypal-control.ts'
import { act, place, sell } from '../../e2e/support/sales.ts'
import { expect, test } from './camera.ts'

const KINDS = [
  ['已成立', 'placed'],
  ['收到您的付款', 'paid'],
  ['出發了', 'shipped'],
  ['已為您部分退款', 'refunded'],
  ['出貨日改為', 'date-changed'],
  ['已取消', 'cancelled'],
  ['新訂單', 'owner-paid'],
  ['PayPal 退款', 'owner-refund'],
  ['請核對付款', 'owner-review'],
  ['買家提出爭議', 'owner-dispute'],
  ['寄不到', 'owner-undelivered'],
] as const

async function cancelOne(): Promise<string> {
  const { id, member } = await place()
  await act(member, 'cancelOrderAction', `/account/order/${id}`, { id })
  return id
}

async function reviewOne(): Promise<string> {
  const { id, member } = await place()
  await injectFault({ name: 'wrong-amount', op: 'capture', orderRef: id })
  const page = `/checkout/paypal/${id}`
  const started = await act(member, 'startPaymentAction', page, { id, method: 'paypal' })
  const { reference, refusals } = Object(started?.data)
  await approve(reference)
  const args = [{ id, reference, refusals }]
  await callAction('capturePaymentAction', { page, session: member.session, args })
  return id
}

async function disputeOne(): Promise<string> {
  const { id } = await sell()
  const paypal = paypalControl(addresses().paypal)
  const [order] = await paypal.orders(id)
  await paypal.dispute(order?.captures[0]?.id ?? '')
  return id
}

async function bounceOne(): Promise<string> {
  const member = await newMember()
  const fault = { fault: 'refuse', to: member.email }
  const body = JSON.stringify(fault)
  await fetch(`${addresses().mailbox}/_local/faults`, { method: 'POST', body })
  const answer = await act(member, 'placeOrderAction', '/checkout', orderRequest())
  const id = String(Object(answer).id)
  // The sweep notifies the owner.
  const mailCount = async () => {
    await orders('sweep')
    return (await lettersAbout(id)).length
  }
  await expect.poll(mailCount, { timeout: 60_000 }).toBe(1)
  return id
}

test('mails, light and dark', async ({ page, shoot }) => {
  const { id } = await notifyTwice()
  // The mail about the parcel waits while the shipping can be taken back.
  await database().doc(`outbox/${id}-shipped-1`).update({ nextAt: new Date().toISOString() })
  const all = [id, await cancelOne(), await reviewOne(), await disputeOne(), await bounceOne()]
  const letters = async () => (await Promise.all(all.map((one) => lettersAbout(one)))).flat()
  for (const [words, name] of KINDS) {
    const findLetter = async () => (await letters()).find(({ subject }) => subject.includes(words))
    await expect.poll(findLetter, { message: name, timeout: 30_000 }).toBeDefined()
    const letter = await findLetter()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(letter?.html ?? '')
      await shoot(`mail-${name}-${colorScheme}`)
    }
  }
})

test('the mail of an exchange', async ({ page, shoot }) => {
  const { id, number } = await sell()
  const at = new Date().toISOString()
  const request = {
    number: 1,
    state: 'accepted',
    items: [{ index: 0, quantity: 1, size: 'L' }],
    reason: '',
    contact: '0912345678',
    requestedAt: at,
    changedAt: at,
  }
  const fields = { status: '已完成', completedAt: at, returns: [request], returnState: 'accepted' }
  await database().doc(`orders/${id}`).update(fields)
  const parcel = ['--carrier', '黑貓宅急便', '--tracking', '9070-1234']
  expect(await orders('return', number, 'exchanged', ...parcel)).toMatchObject({ code: 0 })
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ resent: [1] })
  const findLetter = async () =>
    (await lettersAbout(id)).find(({ text }) => text.includes('換給您的商品'))
  await expect.poll(findLetter, { timeout: 30_000 }).toBeDefined()
  await page.setContent((await findLetter())?.html ?? '')
  await shoot('mail-exchange-light')
})

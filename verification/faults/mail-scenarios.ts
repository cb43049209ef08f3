import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { type Harness, newShopper, type PlacedShopper, requirePromise } from './harness.ts'
import {
  misbehaveMail,
  type OutboxEntry,
  outboxOf,
  sendAllMails,
  takenMails,
} from './mail-audit.ts'
import { shirtOrder } from './purchase.ts'
import { placedAndPaid, type Scenario, scenario } from './scenario.ts'

// A new member's order, whose mails meet a fault of the mail server from the first on.
async function placedUnder(harness: Harness, fault: string, times = 1): Promise<PlacedShopper> {
  const someone = await newShopper(harness)
  await misbehaveMail(harness.own, { fault, to: someone.member.email, times })
  return requirePromise(someone, await someone.shopper.placeWithRetry(shirtOrder(2)))
}

async function stateOf({ ledger }: Harness, id: string): Promise<OutboxEntry['state'] | undefined> {
  return (await outboxOf(ledger)).find((entry) => entry.id === id)?.state
}

// Counts the server's copies of a mail.
async function copiesOf({ own }: Harness, id: string): Promise<number> {
  return (await takenMails(own, `<${id}@`)).length
}

async function untilClaimed(harness: Harness, id: string): Promise<void> {
  while ((await stateOf(harness, id)) !== 'claimed') await wait(20)
}

const bounced = scenario('mail', 'refuse', async (harness) => {
  const order = await placedAndPaid(harness, await placedUnder(harness, 'refuse'))
  await sendAllMails(harness.own, harness.ledger)
  assert.equal(await stateOf(harness, `${order.id}-placed`), 'failed')
  assert.equal(await copiesOf(harness, `undelivered-${order.id}-placed`), 1)
  assert.equal(await copiesOf(harness, `${order.id}-paid`), 1)
  return order
})

const delayScenario = (fault: string, times: number) =>
  scenario('mail', times === 1 ? fault : `${fault} ${times} times`, async (harness) =>
    placedAndPaid(harness, await placedUnder(harness, fault, times)),
  )

// The mail server takes the same mail twice and says nothing either time.
const unanswered = scenario('mail', 'drop-after-accepting twice', async (harness) => {
  const order = await placedUnder(harness, 'drop-after-accepting', 2)
  await sendAllMails(harness.own, harness.ledger)
  assert.equal(await stateOf(harness, `${order.id}-placed`), 'failed')
  assert.equal(await copiesOf(harness, `${order.id}-placed`), 2)
  assert.equal(await copiesOf(harness, `undelivered-${order.id}-placed`), 1)
  return placedAndPaid(harness, order)
})

const unnotedScenario = (
  name: string,
  fault: { readonly before: 'hang' } | { readonly after: number },
) =>
  scenario('mail', name, async (harness) => {
    const order = await placedUnder(harness, 'greylist')
    harness.own.writes.inject(`outbox/${order.id}-paid`, fault, 1)
    await placedAndPaid(harness, order)
    harness.own.writes.clear(`outbox/${order.id}-paid`)
    return order
  })

/** Mail fault scenarios of one order. */
export const MAIL_SCENARIOS: readonly Scenario[] = [
  bounced,
  delayScenario('greylist', 2),
  delayScenario('time-out', 1),
  delayScenario('drop-after-accepting', 1),
  unanswered,
  unnotedScenario('Firestore hangs when it is noted', { before: 'hang' }),
  unnotedScenario("Firestore's reply to that lost", { after: 13 }),
]

const shopKilled = scenario('mail', 'SIGKILL of the shop', async (harness) => {
  const order = await placedUnder(harness, 'time-out')
  await untilClaimed(harness, `${order.id}-placed`)
  await harness.own.kill('shop')
  await sendAllMails(harness.own, harness.ledger, order.id)
  assert.equal(await copiesOf(harness, `${order.id}-placed`), 1)
  return placedAndPaid(harness, order)
})

const serverKilled = scenario('mail', 'SIGKILL of the mail server', async (harness) => {
  const order = await placedUnder(harness, 'time-out')
  await untilClaimed(harness, `${order.id}-placed`)
  await harness.own.kill('mailbox')
  return placedAndPaid(harness, order)
})

/** Mail scenarios that affect the whole shop. */
export const EXCLUSIVE_MAIL_SCENARIOS: readonly Scenario[] = [shopKilled, serverKilled]

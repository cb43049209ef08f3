import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { idToken } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { type CommandResult, runCommand } from '../../e2e/support/owner-tools.ts'
import { PROJECT } from '../../local/environment.ts'
import { startServer } from '../../packages/firestore/started-server.fixture.ts'
import { type Harness, openHarness, placeOne, type PlacedShopper } from './harness.ts'
import { openLedger } from './ledger.ts'
import { sendAllMails, takenMails } from './mail-audit.ts'
import { transfer } from './transfer.ts'

// The drills of docs/breach.zh-Hant.md and of step 5 in docs/operations.md.

let harness: Harness

before(async () => {
  harness = await openHarness(4200)
})

after(() => harness.close())

/** `npm run owner -- …` on this shop, or on another Firestore beside it. */
function owner(words: readonly string[], firestore = harness.own.at.firestore) {
  const running = join(harness.own.site, 'drill.json')
  writeFileSync(running, JSON.stringify({ ...harness.own.at, firestore }))
  return runCommand('cli/owner.ts', words, running)
}

async function expectSuccess(asked: Promise<CommandResult>): Promise<string> {
  const { code, text } = await asked
  assert.equal(code, 0, text)
  return text
}

async function act(by: PlacedShopper, name: string, page: string, argument: unknown) {
  const { session } = by.member
  const call = { page, session, args: [argument], shop: harness.own.at.shop }
  const { result } = await callAction(name, call)
  assert.equal(result?.ok, true, JSON.stringify(result))
}

test('everybody whom a leak concerns gets one mail, however often the command is run', async () => {
  const bought = [await placeOne(harness), await placeOne(harness)]
  const people = await expectSuccess(owner(['affected']))
  for (const { member } of bought) assert.ok(people.includes(member.uid), people)
  // The two buyers, and those to whom they have it sent.
  assert.match(people, /共 4 人/)
  const notice = ['affected', '--notify', '2026-11-leak']
  assert.match(await expectSuccess(owner(notice)), /寫好 4 封通知，0 封先前/)
  assert.match(await expectSuccess(owner(notice)), /寫好 0 封通知，4 封先前/)
  await sendAllMails(harness.own, harness.ledger)
  const sent = await takenMails(harness.own, '<breach-2026-11-leak-')
  assert.equal(sent.length, 4)
  assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 4)
})

test('an erased person is erased again in a restored database', async (t) => {
  const [gone, stays] = [await placeOne(harness), await placeOne(harness)]
  await act(gone, 'cancelOrderAction', `/account/order/${gone.id}`, { id: gone.id })
  const backup = await transfer('export', harness.own.at.firestore)
  const token = await idToken(gone.member, harness.own.at)
  await act(gone, 'deleteAccountAction', '/account/settings', token)
  const list = join(harness.own.site, 'erasures.jsonl')
  writeFileSync(list, await expectSuccess(owner(['erasures'])))

  const restored = await startServer(t)
  await transfer('import', restored.address, backup)
  const ledger = openLedger({ firestore: restored.address, projectId: PROJECT })
  t.after(() => ledger.close())
  assert.equal((await ledger.order(gone.id)).uid, gone.member.uid)
  for (let times = 0; times < 2; times += 1) {
    await expectSuccess(owner(['erase-again', list], restored.address))
    const { uid, email, recipient } = await ledger.order(gone.id)
    assert.deepEqual([uid, email, recipient.email], ['', '', ''])
    assert.equal((await ledger.order(stays.id)).uid, stays.member.uid)
  }
  const after = await transfer('export', restored.address)
  assert.ok(!after.includes(gone.member.email), 'the e-mail is left in some document')
})

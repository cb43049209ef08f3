import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'

import type { FullAccount } from '#lib/account/account.ts'
import { provenAddress } from '#lib/account/proven-address.ts'
import { openStoredShop } from './stored-shop.ts'

const { db, reads } = await openStoredShop({ after })
Object.assign(process.env, {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@shop.example',
  OWNER_EMAIL: 'owner@shop.example',
})

const { giveHalf, confirmHalf } = await import('#lib/half/give-half.ts')
const { blockName, putAsideHalf, readHalvesToChoose, showHalf, unblockName } =
  await import('#lib/half/choose-half.ts')
const { halvesOf, withdrawHalf, withdrawOwnHalf } = await import('#lib/half/withdraw-half.ts')
const { readChangedHalves } = await import('#lib/half/watch-halves.ts')
const { shownHalves } = await import('#lib/half/shown-halves.ts')
const { removeVisitorData, formsOf } = await import('#lib/owner/visitor-data.ts')

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 2, minute))
const ADA: FullAccount = {
  uid: 'ada',
  email: 'ada@example.com',
  name: '',
  method: 'password',
  methods: ['password'],
  emailVerified: true,
  isOwner: false,
  isStaff: false,
  signedInAt: 0,
}
const fields = (half: string, name = '阿晴', email = '') =>
  ({ motif: 'ridge', half, name, email, consent: true }) as const
const by = (minute: number) => ({ by: 'owner', at: at(minute) })

/** An instance that has just started: it knows nothing yet. */
function startAnew(): void {
  delete globalThis.shownHalves
}

beforeEach(async () => {
  startAnew()
  const docs = await db.collection('halves').get()
  await Promise.all(docs.docs.map(({ ref }) => ref.delete()))
  await Promise.all((await db.collection('outbox').get()).docs.map(({ ref }) => ref.delete()))
})

async function givenBy(account: FullAccount, half: string, name?: string): Promise<string> {
  assert.deepEqual(await giveHalf(fields(half, name), account, at(0)), {
    ok: true,
    data: 'waiting',
  })
  const own = await halvesOf(account)
  return own.find((givenHalf) => givenHalf.half === half)?.id ?? ''
}

test('a half is public once the owner shows it, everywhere after a look, and no more once it is taken back', async () => {
  const id = await givenBy(ADA, '308,151 400,160')
  await readChangedHalves()
  assert.deepEqual(shownHalves(), [])
  assert.equal((await readHalvesToChoose()).waiting.length, 1)
  assert.deepEqual(await showHalf({ id, context: by(1) }), { ok: true, data: null })
  assert.deepEqual(
    (await readHalvesToChoose()).shown.map((half) => half.id),
    [id],
  )

  startAnew()
  assert.equal(await readChangedHalves(), 1)
  assert.partialDeepStrictEqual(shownHalves(), [{ id, name: '阿晴', half: '308,151 400,160' }])
  // A look at what has not changed notes nothing.
  assert.equal(await readChangedHalves(), 0)
  assert.equal(shownHalves().length, 1)

  // Another instance takes it back; this one finds out by its next look.
  const elsewhere = globalThis.shownHalves
  startAnew()
  assert.deepEqual(await withdrawOwnHalf(ADA, { id }, at(2)), {
    ok: true,
    data: { wasPublic: true },
  })
  assert.deepEqual(await withdrawOwnHalf(ADA, { id }, at(3)), { ok: false, code: 'gone' })
  globalThis.shownHalves = elsewhere
  assert.equal(shownHalves().length, 1)
  assert.equal(await readChangedHalves(), 1)
  assert.deepEqual(shownHalves(), [])
  const left = (await db.doc(`halves/${id}`).get()).data()
  assert.deepEqual(Object.keys(left ?? {}).toSorted(), ['expireAt', 'publicAt'])
  assert.equal((await db.collection('outbox').get()).size, 0)
})

test('one that an instance with a clock ahead showed is taken down by one with the right time', async () => {
  const id = await givenBy(ADA, '308,151 400,160')
  await showHalf({ id, context: by(2) })
  startAnew()
  assert.equal(await readChangedHalves(), 1)
  const elsewhere = globalThis.shownHalves
  for (const change of [
    () => putAsideHalf({ id, context: by(1) }),
    () => showHalf({ id, context: by(1) }),
    () => withdrawOwnHalf(ADA, { id }, at(1)),
  ]) {
    startAnew()
    assert.equal((await change()).ok, true)
    globalThis.shownHalves = elsewhere
    assert.equal(await readChangedHalves(), 1)
  }
  assert.deepEqual(shownHalves(), [])
})

test('one that was never public leaves nothing when it is taken back', async () => {
  const id = await givenBy(ADA, '308,151 400,160')
  assert.deepEqual(await withdrawOwnHalf(ADA, { id }, at(1)), {
    ok: true,
    data: { wasPublic: false },
  })
  assert.equal((await db.doc(`halves/${id}`).get()).exists, false)
})

test("a guest's half waits for the link of its mail, which takes it back too", async () => {
  const given = await giveHalf(fields('308,151 410,160', '', 'guest@example.com'), null, at(0))
  assert.deepEqual(given, { ok: true, data: 'mailed' })
  const [mail] = (await db.collection('outbox').where('kind', '==', 'half-confirm').get()).docs
  const [, id = '', key = ''] = /#(\w+)\.(\w+)/.exec(String(mail?.get('values').half_url)) ?? []
  assert.deepEqual(await showHalf({ id, context: by(1) }), { ok: false, code: 'half-gone' })
  assert.equal((await readHalvesToChoose()).waiting.length, 0)
  const wrong = { id, key: '0'.repeat(32) }
  assert.deepEqual(await confirmHalf(wrong, at(1)), { ok: false, code: 'gone' })
  assert.deepEqual(await confirmHalf({ id, key }, at(1)), { ok: true, data: null })
  assert.deepEqual(await confirmHalf({ id, key }, at(2)), { ok: true, data: null })
  assert.equal((await readHalvesToChoose()).waiting.length, 1)
  assert.deepEqual(await withdrawHalf(wrong, at(3)), { ok: false, code: 'gone' })
  assert.equal((await withdrawHalf({ id, key }, at(3))).ok, true)
  assert.equal((await db.doc(`halves/${id}`).get()).exists, false)
})

test('the owner tells its giver once, undoes, and shows again', async () => {
  const id = await givenBy(ADA, '308,151 420,160')
  for (const minute of [1, 2]) await showHalf({ id, context: by(minute) })
  await putAsideHalf({ id, context: by(3) })
  assert.deepEqual(shownHalves(), [])
  await showHalf({ id, context: by(4) })
  assert.equal(shownHalves().length, 1)
  const told = await db.collection('outbox').where('kind', '==', 'half-shown').get()
  assert.equal(told.size, 1)
})

test('a blocked name leaves every half that shows it, and nobody can use it until it is free', async () => {
  const eve = { ...ADA, uid: 'eve', email: 'eve@example.com' }
  const [one, other] = [
    await givenBy(ADA, '308,151 430,160', '阿 晴'),
    await givenBy(eve, '308,151 440,160', '阿晴！'),
  ]
  for (const id of [one, other]) await showHalf({ id, context: by(1) })
  await blockName({ id: one, name: '阿 晴', context: by(2) })
  assert.deepEqual(
    shownHalves().map(({ name }) => name),
    ['', ''],
  )
  const again = await giveHalf(fields('308,151 450,160', '阿晴'), eve, at(3))
  assert.deepEqual(again, { ok: false, code: 'name-blocked' })
  await unblockName({ id: one, name: '阿 晴', context: by(4) })
  assert.deepEqual(
    shownHalves()
      .map(({ name }) => name)
      .toSorted(),
    ['', '阿 晴'],
  )
  assert.equal((await giveHalf(fields('308,151 450,160', '阿晴'), eve, at(5))).ok, true)
})

test('an erasure takes the halves of a person, with their mails', async () => {
  const id = await givenBy(ADA, '308,151 460,160')
  await showHalf({ id, context: by(1) })
  const email = provenAddress({ email: ADA.email, by: 'owner' })
  const forms = await formsOf(email ?? '')
  assert.equal(forms.halves.length, 1)
  await removeVisitorData(forms, at(2))
  assert.deepEqual(shownHalves(), [])
  assert.deepEqual((await formsOf(email ?? '')).halves, [])
  assert.equal((await db.collection('outbox').get()).size, 0)
})

test('a round of looking reads one document where nothing changed', async () => {
  const id = await givenBy(ADA, '308,151 470,160')
  await showHalf({ id, context: by(1) })
  startAnew()
  await readChangedHalves()
  reads()
  await readChangedHalves()
  assert.equal(reads(), 1)
})

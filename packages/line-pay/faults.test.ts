import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { type StandInAnswer, StandIn } from './stand-in.fixture.ts'

const linePay = new StandIn()
before(() => linePay.start())
after(() => linePay.close())

const isLost = (answering: Promise<StandInAnswer>) =>
  answering.then(
    () => false,
    () => true,
  )

test('an answer is lost before or after the work', async () => {
  const id = await linePay.approved('LOST-1')
  await linePay.fault('LOST-1', { name: 'drop', op: 'confirm' })
  await linePay.fault('LOST-1', { name: 'lose-reply', op: 'confirm' })
  assert.ok(await isLost(linePay.confirm(id)))
  assert.equal((await linePay.check(id)).code, '0110')
  assert.ok(await isLost(linePay.confirm(id)))
  assert.equal((await linePay.check(id)).code, '0123')
})

test('while a confirm runs, a second one is refused with the given code and the payment still waits', async () => {
  for (const code of ['1145', '1198', '1172']) {
    const id = await linePay.approved(`SLOW-${code}`)
    await linePay.fault(`SLOW-${code}`, { name: 'slow-confirm', delayMs: 600, code })
    const both = [linePay.confirm(id), linePay.confirm(id)]
    assert.equal((await Promise.race(both)).code, code)
    assert.equal((await linePay.check(id)).code, '0110')
    assert.equal(await linePay.details(id), '1150')
    const codes = (await Promise.all(both)).map((standInAnswer) => standInAnswer.code)
    assert.deepEqual(codes.toSorted(), ['0000', code])
    const { requests } = await linePay.control('GET', `/requests?ref=SLOW-${code}`)
    assert.ok(JSON.stringify(requests).includes(`"state":"CONFIRMING","code":"${code}"`))
    const [payment] = await linePay.payments(`SLOW-${code}`)
    assert.equal(payment?.['state'], 'CONFIRMED')
  }
})

const shown: [string, object, { code?: string; status?: number }, string][] = [
  ['a code instead of the work', { name: 'code', code: '1999' }, { code: '1999' }, '0110'],
  ['a code after the work', { name: 'code-after-acting', code: '9000' }, { code: '9000' }, '0123'],
  ['HTML with 502', { name: '502' }, { code: '', status: 502 }, '0110'],
  ['HTML with 502 after the work', { name: '502-after-acting' }, { code: '', status: 502 }, '0123'],
  ['no returnCode', { name: 'bad-reply' }, { code: '', status: 200 }, '0123'],
]
for (const [name, fault, expected, then] of shown) {
  test(`a confirm answers ${name}`, async () => {
    const order = `SHOWN-${name.replaceAll(/\W/g, '')}`
    const id = await linePay.approved(order)
    await linePay.fault(order, { op: 'confirm', ...fault })
    const answered = await linePay.confirm(id)
    for (const [key, value] of Object.entries(expected))
      assert.equal(Object(answered)[key], value, answered.text)
    assert.equal((await linePay.check(id)).code, then)
  })
}

test('the details lag behind a confirm and behind a refund', async () => {
  const id = await linePay.approved('LATE-1')
  await linePay.fault('LATE-1', { name: 'details-late', op: 'confirm', delayMs: 600_000 })
  await linePay.confirm(id)
  assert.equal((await linePay.check(id)).code, '0123')
  assert.equal(await linePay.details(id), '1150')
  const other = await linePay.approved('LATE-2')
  await linePay.confirm(other)
  await linePay.fault('LATE-2', { name: 'details-late', op: 'refund', delayMs: 600_000 })
  await linePay.refund(other, { refundAmount: 80 })
  assert.equal(Object(await linePay.details(other)).refundList, undefined)
  assert.equal((await linePay.refund(other, { refundAmount: 3001 })).code, '1164', 'it was done')
})

test('it takes another amount, or confirms another order', async () => {
  const id = await linePay.approved('OTHER-1')
  await linePay.fault('OTHER-1', { name: 'wrong-amount' })
  assert.deepEqual((await linePay.confirm(id)).info['payInfo'], [
    { method: 'CREDIT_CARD', amount: 3081 },
  ])
  const second = await linePay.approved('OTHER-2')
  await linePay.fault('OTHER-2', { name: 'wrong-order-id' })
  assert.equal((await linePay.confirm(second)).info['orderId'], 'another-order')
})

test('a fault waits for its order, its call and its turn, and can be taken back', async () => {
  const id = await linePay.requested('TURN-7-1')
  await linePay.fault('TURN-7', { name: 'code', code: '1900', op: 'check', skip: 1 })
  const codes = []
  for (let n = 0; n < 3; n += 1) codes.push((await linePay.check(id)).code)
  assert.deepEqual(codes, ['0000', '1900', '0000'])
  await linePay.fault('TURN-7', { name: 'drop' })
  await linePay.control('DELETE', '/faults?ref=TURN-7')
  assert.equal((await linePay.check(id)).code, '0000')
  await assert.rejects(linePay.fault('TURN-7', { name: 'code' }), /needs a code/)
  await assert.rejects(linePay.fault('TURN-7', { name: 'unheard-of' }), /400/)
})

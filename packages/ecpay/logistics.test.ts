import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'

import { listen } from '../stand-in/ports.ts'
import { LOGISTICS } from './accounts.ts'
import { macOf } from './signing.ts'
import { parcelForm, StandIn } from './stand-in.fixture.ts'

const ecpay = new StandIn('--balance', '100000')
before(() => ecpay.start())
after(() => ecpay.close())

const create = (number: string, more = {}) =>
  ecpay.form('/Express/Create', parcelForm(number, more))
const query = (number: string) =>
  ecpay.form('/Helper/QueryLogisticsTradeInfo/V5', {
    MerchantID: LOGISTICS.merchantId,
    MerchantTradeNo: number,
    TimeStamp: String(Math.floor(Date.now() / 1000)),
  })
const fieldsOf = (body: string) =>
  Object.fromEntries(body.split('&').map((pair) => pair.split(/=(.*)/s).slice(0, 2)))

test('a store list has both spellings of 臺, outlying islands, and one that is gone tomorrow', async () => {
  const own = new StandIn()
  await own.start()
  const list = async () => {
    const fields = { MerchantID: LOGISTICS.merchantId, CvsType: 'UNIMART' }
    const { StoreList } = JSON.parse(await own.form('/Helper/GetStoreList', fields))
    const stores: { StoreId: string; StoreAddr: string }[] = StoreList[0].StoreInfo
    return stores
  }
  const today = await list()
  assert.ok(today.length >= 60)
  assert.equal(new Set(today.map(({ StoreId }) => StoreId)).size, today.length)
  for (const start of ['臺', '台', '澎湖縣', '臺東縣綠島鄉'])
    assert.ok(
      today.some(({ StoreAddr }) => StoreAddr.startsWith(start)),
      start,
    )
  await own.control('POST', '/clock', { days: 1 })
  assert.equal((await list()).length, today.length - 1)
  await own.close()
})

test('a form is believed by its CheckMacValue, and of the published merchant alone', async () => {
  const wrong = await ecpay.form('/Express/Create', parcelForm('MAC1'), { key: 'x', iv: 'y' })
  assert.equal(wrong, '0|CheckMacValue Error')
  assert.match(await create('MAC2', { MerchantID: '2000132' }), /^0\|10200001/)
})

test('a parcel is created once by its number', async () => {
  const made = await create('ONCE1')
  assert.match(made, /^1\|/)
  const fields = fieldsOf(made.slice(2))
  assert.equal(fields['RtnCode'], '300')
  assert.match(fields['CVSPaymentNo'] ?? '', /^G\d{7}$/)
  assert.equal(fields['CheckMacValue'], macOf(fields, LOGISTICS))
  assert.match(await create('ONCE1'), /^0\|10300028/)
})

const refused: [string, Record<string, string>, string][] = [
  ['a sender with a company name', { SenderName: '共衣創作股份有限公司' }, '10500035'],
  ['a receiver with a digit', { ReceiverName: '王小美1' }, '10500036'],
  ['goods with a forbidden sign', { GoodsName: 'T恤 & 帽' }, '10500038'],
  ['a sum of more than 20,000', { GoodsAmount: '20001' }, '10500040'],
  ['a telephone at home', { ReceiverCellPhone: '0223111111' }, '10500041'],
  ['no telephone of the sender', { SenderCellPhone: '' }, '10500047'],
  ['a store of the other chain', { ReceiverStoreID: '006598' }, '10500045'],
]
for (const [name, more, code] of refused) {
  test(`${name} is refused with ${code}`, async () => {
    assert.match(await create(`R${code}`, more), new RegExp(String.raw`^0\|${code}`))
  })
}

test('without balance nothing is created', async () => {
  await ecpay.control('POST', '/balance', { balance: 10 })
  assert.match(await create('POOR1'), /^0\|10500049/)
  await ecpay.control('POST', '/balance', { balance: 100_000 })
})

test('the query is bare, signed, and knows what was never pushed', async () => {
  await create('LIFE1')
  await ecpay.control('POST', '/parcels/LIFE1/step', { steps: 3, push: 'none' })
  const body = await query('LIFE1')
  assert.ok(body.includes('GoodsName=旅見 T恤 1件'), body)
  const fields = fieldsOf(body)
  assert.equal(fields['LogisticsStatus'], '2073')
  assert.equal(fields['CheckMacValue'], macOf(fields, LOGISTICS))
  assert.match(await query('NOBODY'), /^0\|10500016/)
})

test('a store is changed, and a booking of 7-ELEVEN taken back', async () => {
  const {
    AllPayLogisticsID = '',
    CVSPaymentNo = '',
    CVSValidationNo = '',
  } = fieldsOf((await create('MOVE1')).slice(2))
  const ids = {
    MerchantID: LOGISTICS.merchantId,
    AllPayLogisticsID,
    CVSPaymentNo,
    CVSValidationNo,
  }
  const move = { ...ids, StoreType: '01', ReceiverStoreID: '100201' }
  assert.equal(await ecpay.form('/Express/UpdateStoreInfo', move), '1|OK')
  assert.equal(fieldsOf(await query('MOVE1'))['LogisticsStatus'], '2105')
  assert.match(await ecpay.form('/Express/CancelC2COrder', ids), /^0\|10500061/)
  const labels = await ecpay.form('/Express/PrintUniMartC2COrderInfo', ids)
  assert.ok(labels.includes(CVSPaymentNo + CVSValidationNo) && labels.includes('王小美'))
})

test('pushes are repeated, swapped, unsigned and of unknown parcels as they are asked for', async () => {
  const received: URLSearchParams[] = []
  const shop = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(new URLSearchParams(body))
      return response.end('1|OK')
    })
  })
  const address = await listen(shop)
  await create('PUSH1', { ServerReplyURL: `${address}/api/ecpay/parcel` })
  for (const push of ['once', 'twice', 'swapped', 'bad-mac'] as const)
    await ecpay.control('POST', '/parcels/PUSH1/step', { push })
  await ecpay.control('POST', '/parcels/PUSH1/state', { code: '2053', push: 'unknown-number' })
  shop.close()
  const codes = received.map((form) => form.get('RtnCode'))
  assert.deepEqual(codes, ['2068', '2030', '2030', '2073', '2030', '2067', '2053'])
  const valid = received.map((form) => {
    const fields = Object.fromEntries(form)
    return fields['CheckMacValue'] === macOf(fields, LOGISTICS)
  })
  assert.deepEqual(valid, [true, true, true, true, true, false, true])
  assert.equal(received.at(-1)?.get('MerchantTradeNo'), 'OT0000000000L01')
})

test('an answer may be lost after the work, and every call shut out for a while', async () => {
  await ecpay.control('POST', '/faults', { name: 'lose-reply', op: 'create', orderRef: 'LOST1' })
  await assert.rejects(create('LOST1'))
  assert.match(await query('LOST1'), /LogisticsStatus=300/)
  await ecpay.control('POST', '/faults', { name: 'forbidden', delayMs: 60_000 })
  assert.match(await query('LOST1'), /403/)
  assert.match(await query('ONCE1'), /403/)
  await ecpay.control('DELETE', '/faults')
  assert.match(await query('LOST1'), /LogisticsStatus=300/)
})

test('an answered request survives a kill', async () => {
  await create('KILL1')
  await ecpay.stop('SIGKILL')
  await ecpay.start()
  assert.match(await query('KILL1'), /LogisticsStatus=300/)
})

test('the map posts the choice by the browser, unsigned, without a telephone for 7-ELEVEN', async () => {
  const form = new URLSearchParams({
    LogisticsSubType: 'UNIMARTC2C',
    ServerReplyURL: 'http://127.0.0.1:1/store',
    ExtraData: 'token',
  })
  const page = await (
    await fetch(`${ecpay.base}/Express/map`, { method: 'POST', body: form })
  ).text()
  assert.ok(page.includes('action="http://127.0.0.1:1/store"'))
  assert.ok(page.includes('name="CVSTelephone" value=""'))
  assert.ok(!page.includes('CheckMacValue'))
})

test('a page cannot use the remote control', async () => {
  const origin = { origin: ecpay.base }
  assert.equal((await fetch(`${ecpay.base}/_local`, { headers: origin })).status, 403)
  assert.equal((await fetch(ecpay.base)).status, 200)
})

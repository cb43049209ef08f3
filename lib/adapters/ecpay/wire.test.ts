import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'

import { z } from 'zod'

import { findCities } from '#lib/delivery/find-cities.ts'
import { invoiceToIssue } from '#lib/invoice/issuer.fixture.ts'
import type { ParcelToBook } from '#lib/parcel/carrier.ts'
import { setLaptop } from '#lib/settings/laptop.fixture.ts'
import { carrier, ecpayCarrier, readMapReply } from './carrier.ts'
import { checkMacValue, type FormFields, hasValidMac } from './check-mac-value.ts'
import {
  acceptedText,
  bareFields,
  decryptData,
  ecpayNumber,
  encryptData,
  type LogisticsAccount,
  ownEcpayNumber,
} from './client.ts'
import { ecpayIssuer, issuer } from './issuer.ts'
import { INVOICE, LOGISTICS } from './stand-in.fixture.ts'

/** The bodies that were sent, newest last, and what is answered to each. */
let bodies: string[] = []
let answer = ''
async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  bodies.push(await text(request))
  response.end(answer)
}
const server = createServer((request, response) => void reply(request, response))
let base = ''

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
const fresh = () => {
  bodies = []
}
after(() => server.close())

const at = (more: Partial<LogisticsAccount> = {}) =>
  ecpayCarrier({ ...LOGISTICS, base, ...more }, findCities())
const sent = () => Object.fromEntries(new URLSearchParams(bodies.at(-1)))
const signed = (fields: FormFields) => {
  const form = { ...fields, CheckMacValue: checkMacValue(fields, LOGISTICS, 'md5') }
  return Object.entries(form)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}
const askedSchema = z.object({
  Items: z.array(z.object({ ItemSeq: z.number(), ItemName: z.string() })).optional(),
  InvoiceYear: z.string().optional(),
})
const BOOKED = '1|RtnCode=300&AllPayLogisticsID=1700001&CVSPaymentNo=G1&CVSValidationNo=2'

const SEVEN = { chain: '7-11', store: '131386' } as const
const FAMILY = { chain: '全家', store: '006598' } as const
const parcel = (destination: ParcelToBook['destination']): ParcelToBook => ({
  number: 'OT1L01',
  destination,
  value: 1540,
  goods: '旅見 T恤 1件',
  recipient: { name: '王小美', phone: '0933222111' },
  bookedAt: new Date('2026-11-23T02:00:00Z'),
})
const home = (address: string) => parcel({ chain: '黑貓', zipcode: '100', address })

describe('what ECPay writes', () => {
  beforeEach(fresh)

  test('a field may have no value, or no name', () => {
    assert.deepEqual(bareFields('flag&=x&a=1'), { flag: '', '': 'x', a: '1' })
  })

  const texts = [
    ['1|RtnCode=300', 'RtnCode=300'],
    ['1|', ''],
    ['0|餘額不足', { kind: 'refused', issue: '餘額不足' }],
    ['10500049|餘額不足', { kind: 'refused', issue: '10500049|餘額不足' }],
    ['0|廠商交易編號重覆', { kind: 'unknown', issue: '廠商交易編號重覆' }],
    ['10', { kind: 'unknown', issue: 'MALFORMED' }],
    ['1', { kind: 'unknown', issue: 'MALFORMED' }],
    ['00', { kind: 'unknown', issue: 'MALFORMED' }],
    ['', { kind: 'unknown', issue: 'MALFORMED' }],
    ['|餘額不足', { kind: 'unknown', issue: 'MALFORMED' }],
    ['busy|餘額不足', { kind: 'unknown', issue: 'MALFORMED' }],
  ] as const
  for (const [written, meant] of texts) {
    test(`«${written}» is ${JSON.stringify(meant)}: only a whole answer is one`, () => {
      if (typeof meant === 'string') assert.equal(acceptedText('/path', written), meant)
      else assert.throws(() => acceptedText('/path', written), meant)
    })
  }

  test('a number is the own one by its prefix alone, where the account is shared', () => {
    assert.equal(ecpayNumber({}, 'OT1'), 'OT1')
    assert.equal(ecpayNumber({ prefix: 'QA' }, 'OT1'), 'QA1')
    assert.equal(ecpayNumber({ prefix: 'QA' }, 'AB1'), 'AB1')
    assert.equal(ownEcpayNumber({}, 'OT1'), 'OT1')
    assert.equal(ownEcpayNumber({}, 'AB1'), 'AB1')
    assert.equal(ownEcpayNumber({ prefix: 'QA' }, 'QA1'), 'OT1')
    assert.equal(ownEcpayNumber({ prefix: 'QA' }, 'OT1'), undefined)
  })

  test('names are signed in the order of their letters, whatever their case', () => {
    const fields = { b: '1', A: '2', C: '3' }
    const CheckMacValue = checkMacValue({ A: '2', b: '1', C: '3' }, LOGISTICS, 'md5')
    assert.equal(hasValidMac({ ...fields, CheckMacValue }, LOGISTICS, 'md5'), true)
  })
})

describe('a booking', () => {
  beforeEach(fresh)

  beforeEach(() => {
    answer = BOOKED
  })

  const ways = [
    ['臺北市中正區忠孝東路1號', '00'],
    ['高雄市前鎮區中山路1號', '01'],
    ['澎湖縣馬公市中正路1號', '02'],
  ] as const
  for (const [address, distance] of ways) {
    test(`home to ${address} is priced as ${distance}`, async () => {
      await at().book(home(address), 0)
      assert.equal(sent().Distance, distance)
    })
  }

  test('names the store to which 7-11 returns it, where the shop has one', async () => {
    const has = (name: string) => Object.hasOwn(sent(), name)
    await at({ returnStore: '131386' }).book(parcel(SEVEN), 0)
    assert.equal(sent().ReturnStoreID, '131386')
    await at().book(parcel(SEVEN), 0)
    assert.deepEqual([has('ReturnStoreID'), has('LogisticsC2CReplyURL')], [false, true])
    await at({ returnStore: '131386' }).book(parcel(FAMILY), 0)
    assert.deepEqual([has('ReturnStoreID'), has('LogisticsC2CReplyURL')], [false, false])
  })

  test('without an id of its carrier is not known to be one', async () => {
    answer = '1|RtnCode=300&AllPayLogisticsID='
    await assert.rejects(at().book(parcel(SEVEN), 0), { kind: 'unknown', issue: 'CODE_300' })
  })
})

describe('a parcel that is looked for', () => {
  beforeEach(fresh)

  const record = {
    MerchantTradeNo: 'OT1L01',
    LogisticsType: 'CVS_UNIMARTC2C',
    LogisticsStatus: '300',
    AllPayLogisticsID: '1700001',
  }

  test('is the one of that number and of a way that the shop sends by', async () => {
    answer = signed(record)
    assert.equal((await at().find('OT1L01'))?.state, 'booked')
    for (const other of [{ MerchantTradeNo: 'OT2L01' }, { LogisticsType: 'CVS_HILIFE' }]) {
      answer = signed({ ...record, ...other })
      await assert.rejects(at().find('OT1L01'), { kind: 'unknown', issue: 'ANOTHER_PARCEL' })
    }
  })

  test('is missing by the words that say so, and by no other refusal', async () => {
    answer = '0|查無資料'
    assert.equal(await at().find('OT1L01'), undefined)
    answer = '0|金鑰錯誤'
    await assert.rejects(at().find('OT1L01'), { kind: 'refused', issue: '金鑰錯誤' })
    answer = '1|查無資料'
    await assert.rejects(at().find('OT1L01'), { kind: 'unknown', issue: 'MAC' })
  })
})

test('a list of stores is one of this chain, or none', async () => {
  answer = '這不是 JSON'
  await assert.rejects(at().listStores('7-11'), { kind: 'unknown', issue: 'MALFORMED' })
  answer = JSON.stringify({ RtnCode: 0, RtnMsg: '維護中' })
  await assert.rejects(at().listStores('7-11'), { kind: 'refused', issue: '維護中' })
  const store = { StoreId: '1', StoreName: '門市', StoreAddr: '臺北市中正區忠孝東路1號' }
  const StoreList = ['UNIMART', 'FAMI'].map((CvsType) => ({ CvsType, StoreInfo: [store] }))
  answer = JSON.stringify({ RtnCode: 1, StoreList })
  assert.equal((await at().listStores('7-11')).length, 1)
})

describe('the reply of the map', () => {
  const reply = {
    LogisticsSubType: 'UNIMARTC2C',
    CVSStoreID: '131386',
    CVSStoreName: '門市',
    ExtraData: 'token',
  }
  const read = (more: object) => readMapReply(new URLSearchParams({ ...reply, ...more }).toString())

  test('names a store of a chain', () => {
    const store = { token: 'token', number: '131386', name: '門市' }
    assert.deepEqual(read({}), { ...store, chain: '7-11' })
    assert.deepEqual(read({ LogisticsSubType: 'FAMIC2C' }), { ...store, chain: '全家' })
  })

  for (const more of [
    { LogisticsSubType: 'TCAT' },
    { LogisticsSubType: 'HILIFEC2C' },
    { CVSStoreID: 'x' },
  ]) {
    test(`says nothing with ${JSON.stringify(more)}`, () => {
      assert.equal(read(more), undefined)
    })
  }
})

const say = (data: object) => {
  answer = JSON.stringify({ TransCode: 1, TransMsg: '', Data: encryptData(data, INVOICE) })
}
const asked = (index: number) => {
  const { Data } = z.object({ Data: z.string() }).parse(JSON.parse(bodies[index] ?? ''))
  return askedSchema.parse(decryptData(Data, INVOICE))
}

const atIssuer = () => ecpayIssuer({ ...INVOICE, base })

describe('an invoice call', () => {
  beforeEach(fresh)

  test('counts the lines from 1', async () => {
    say({ RtnCode: 1, RtnMsg: '', InvoiceNo: 'AB12345678', InvoiceDate: '', RandomNumber: '1234' })
    const one = { name: 'T 恤', count: 1, price: 100 }
    const lines = [one, { ...one, name: '運費' }]
    await atIssuer().issue({ ...invoiceToIssue('LINES'), lines, total: 200 })
    assert.deepEqual(asked(0).Items, [
      { ItemSeq: 1, ItemName: 'T 恤' },
      { ItemSeq: 2, ItemName: '運費' },
    ])
  })

  test('finds none only where the issuer says that there is none', async () => {
    say({ RtnCode: 2, RtnMsg: '查無發票資料' })
    assert.equal(await atIssuer().find('OT1'), undefined)
    say({ RtnCode: 1_234_567, RtnMsg: '從來沒見過的訊息' })
    await assert.rejects(atIssuer().find('OT1'), { kind: 'refused' })
  })

  test('asks for the numbers of this year and the next, and takes a missing year as none', async () => {
    say({ RtnCode: 2, RtnMsg: '查無資料' })
    assert.deepEqual(await atIssuer().numberRanges(new Date('2026-11-23T02:00:00Z')), [])
    const years = [asked(0), asked(1)].map(({ InvoiceYear }) => Number(InvoiceYear))
    assert.deepEqual(
      years.toSorted((a, b) => a - b),
      [115, 116],
    )
    say({ RtnCode: 1_234_567, RtnMsg: '從來沒見過的訊息' })
    await assert.rejects(atIssuer().numberRanges(new Date('2026-11-23T02:00:00Z')), {
      kind: 'refused',
    })
  })
})

test('a shop without an account has neither carrier nor issuer', () => {
  setLaptop()
  assert.equal(carrier(findCities()), undefined)
  assert.equal(issuer(), undefined)
})
